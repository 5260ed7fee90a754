/** Small helpers to make elements. Texts are always set as text, never as markup. */

type Child = Node | string | null | false;
type Listener = (event: never) => void;
type Attributes = Record<string, string | number | boolean | Listener | null>;

function apply(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) element.removeAttribute(name);
    else if (typeof value === "function") element.addEventListener(name, value as unknown as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Make an element of HTML; an attribute that is a function listens to the event of its name. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  apply(element, attributes);
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return element;
}

/** Make an element of SVG. */
export function s<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  apply(element, attributes);
  element.append(...children);
  return element;
}

/** Make a group of SVG from a drawing that Python made. */
export function drawing(svg: string, attributes: Attributes = {}): SVGGElement {
  const group = s("g", attributes);
  group.innerHTML = svg;
  return group;
}

export function setAttributes(element: Element, attributes: Attributes): void {
  apply(element, attributes);
}

/** Make a button with a word, and a key that does the same. */
export function button(word: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click, ...attributes }, word);
}
