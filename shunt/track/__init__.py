"""What is joined to what: plans compiled from smooth runs and turntables, layouts, and where their spaces are drawn.

    turntable   a bridge of spaces that turns from setting to setting
    plan        ends, joins and settings, compiled from the runs of a file; what all rules and engines work on
    layout      layout files: a plan with coordinates and marks, or sidings on a headshunt
    survey      what a layout is made of, and what a lone locomotive can do on it: warnings for its author
    graphs      what is connected, and what holds it together
    directions  which way spaces point where their file does not say, and which lie on each other

A layout file takes the road `files.document` → `layout_file.read_layout` → `plan.Plan`. A layout without coordinates
asks the wing `drawing` for them, by the name that the package's door provides. The room needs `files`.
"""
