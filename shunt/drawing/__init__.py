"""Where the spaces of a board are drawn when its layout does not say: track level, upright or at 45 degrees.

A layout that gives all coordinates loads none of this. For others the road is, from `Layout.coordinates`:

    octilinear.octilinear_drawing   tries several beginnings and returns the best drawing
      rough                         what is beside what: stress majorization
        spacing                     how far apart spaces and turntables should lie
      octants                       one of eight directions for every space and every join
      straightening                 coordinates for these directions: a linear program
      folding                       long boards, folded into rows
      clearance                     strokes that cross, and track that comes too near to other spaces

The wing needs the plan of a layout (`track/plan.py`), numpy and scipy, which are loaded when a drawing is computed.
"""
