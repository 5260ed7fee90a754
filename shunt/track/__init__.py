"""What is joined to what: plans compiled from smooth runs, turntables, tiles, and the shipped layouts."""
