(define (domain sidings)
  (:requirements :strips :typing :action-costs)
  (:types car track slot way - object siding - track)
  (:constants headshunt - track
    headshunt-0 - slot)
  (:predicates
    (at ?c - car ?a - slot)
    (top ?t - track ?a - slot)
    (above ?t - track ?b ?a - slot)
    (allowed ?t - siding ?a - slot)
    (delivered)
    (last ?m - way)
    (pulls ?m - way ?t - siding)
    (drops ?m - way ?t - siding))
  (:functions (total-cost) - number)
  (:action pull
    :parameters (?c - car ?t - siding ?a ?b ?d ?e - slot ?m ?n - way)
    :precondition (and (pulls ?m ?t) (last ?n) (top ?t ?a) (above ?t ?a ?b) (at ?c ?a) (top headshunt ?d) (above headshunt ?e ?d))
    :effect (and (not (top ?t ?a)) (not (at ?c ?a)) (not (top headshunt ?d)) (not (last ?n)) (top ?t ?b) (at ?c ?e) (top headshunt ?e) (last ?m) (increase (total-cost) 1)))
  (:action pull-more
    :parameters (?c - car ?t - siding ?a ?b ?d ?e - slot ?n - way)
    :precondition (and (pulls ?n ?t) (last ?n) (top ?t ?a) (above ?t ?a ?b) (at ?c ?a) (top headshunt ?d) (above headshunt ?e ?d))
    :effect (and (not (top ?t ?a)) (not (at ?c ?a)) (not (top headshunt ?d)) (top ?t ?b) (at ?c ?e) (top headshunt ?e)))
  (:action drop
    :parameters (?c - car ?t - siding ?a ?b ?d ?e - slot ?m ?n - way)
    :precondition (and (drops ?m ?t) (last ?n) (top headshunt ?a) (above headshunt ?a ?b) (at ?c ?a) (top ?t ?d) (above ?t ?e ?d) (allowed ?t ?e))
    :effect (and (not (top headshunt ?a)) (not (at ?c ?a)) (not (top ?t ?d)) (not (last ?n)) (top headshunt ?b) (at ?c ?e) (top ?t ?e) (last ?m) (increase (total-cost) 1)))
  (:action drop-more
    :parameters (?c - car ?t - siding ?a ?b ?d ?e - slot ?n - way)
    :precondition (and (drops ?n ?t) (last ?n) (top headshunt ?a) (above headshunt ?a ?b) (at ?c ?a) (top ?t ?d) (above ?t ?e ?d) (allowed ?t ?e))
    :effect (and (not (top headshunt ?a)) (not (at ?c ?a)) (not (top ?t ?d)) (top headshunt ?b) (at ?c ?e) (top ?t ?e)))
)
