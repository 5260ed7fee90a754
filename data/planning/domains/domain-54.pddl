(define (domain sidings)
  (:requirements :strips :typing :action-costs)
  (:types car track slot way - object siding - track)
  (:constants headshunt - track
    headshunt-0 - slot
    c-1 c-2 c-3 c-4 c-5 - car)
  (:predicates
    (at ?c - car ?a - slot)
    (top ?t - track ?a - slot)
    (above ?t - track ?b ?a - slot)
    (allowed ?t - siding ?a - slot)
    (delivered)
    (last ?m - way)
    (away)
    (stopped)
    (entering ?t - siding)
    (inside ?t - siding)
    (leaving ?t - siding))
  (:functions (total-cost) - number)
  (:action enter
    :parameters (?t - siding)
    :precondition (and (away))
    :effect (and (not (away)) (not (stopped)) (entering ?t) (increase (total-cost) 1)))
  (:action drop
    :parameters (?c - car ?t - siding ?a ?b ?d ?e - slot)
    :precondition (and (entering ?t) (top headshunt ?a) (above headshunt ?a ?b) (at ?c ?a) (top ?t ?d) (above ?t ?e ?d))
    :effect (and (not (top headshunt ?a)) (not (at ?c ?a)) (not (top ?t ?d)) (top headshunt ?b) (at ?c ?e) (top ?t ?e)))
  (:action halt
    :parameters (?t - siding)
    :precondition (and (entering ?t) (top headshunt headshunt-0))
    :effect (and (not (entering ?t)) (inside ?t) (stopped)))
  (:action leave
    :parameters (?t - siding)
    :precondition (and (inside ?t))
    :effect (and (not (inside ?t)) (not (stopped)) (leaving ?t) (increase (total-cost) 1)))
  (:action pull
    :parameters (?c - car ?t - siding ?a ?b ?d ?e - slot)
    :precondition (and (leaving ?t) (top ?t ?a) (above ?t ?a ?b) (at ?c ?a) (top headshunt ?d) (above headshunt ?e ?d))
    :effect (and (not (top ?t ?a)) (not (at ?c ?a)) (not (top headshunt ?d)) (top ?t ?b) (at ?c ?e) (top headshunt ?e)))
  (:action depart
    :parameters (?t - siding ?a - slot)
    :precondition (and (leaving ?t) (top ?t ?a) (allowed ?t ?a))
    :effect (and (not (leaving ?t)) (away) (stopped)))
  (:action deliver
    :parameters (?t - siding ?a0 ?a1 ?a2 ?a3 ?a4 ?a5 - slot)
    :precondition (and (top headshunt headshunt-0) (top ?t ?a0) (inside ?t) (above ?t ?a0 ?a1) (at c-1 ?a0) (above ?t ?a1 ?a2) (at c-2 ?a1) (above ?t ?a2 ?a3) (at c-3 ?a2) (above ?t ?a3 ?a4) (at c-4 ?a3) (above ?t ?a4 ?a5) (at c-5 ?a4))
    :effect (and (delivered)))
)
