/** Sites of files stay in the browser, so that they open without a network and can be installed. */

/** Register the service worker of a site; nothing happens without one, or where the browser allows none. */
export function keepOffline(worker: string | undefined): void {
  if (worker && location.protocol.startsWith("http") && "serviceWorker" in navigator) void navigator.serviceWorker.register(worker).catch(() => undefined);
}
