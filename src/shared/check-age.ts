/** Nobody fills a form faster than this; programs do. */
const minFormAge = Temporal.Duration.from({ seconds: 2 })
/** A page left open overnight still sends. */
const maxFormAge = Temporal.Duration.from({ hours: 24 })
/** How long a passed check may wait for its form. */
const maxPassAge = Temporal.Duration.from({ minutes: 10 })

const isBetween = (moment: Temporal.Instant, from: Temporal.Instant, until: Temporal.Instant): boolean =>
  Temporal.Instant.compare(moment, from) >= 0 && Temporal.Instant.compare(moment, until) <= 0

/** Whether a form that was handed out at `issued` may come back at `now`. */
export const isFormTimely = (issued: Temporal.Instant, now: Temporal.Instant): boolean =>
  isBetween(now, issued.add(minFormAge), issued.add(maxFormAge))

/** Whether a check passed at `passed` still counts at `now`. */
export const isPassOpen = (passed: Temporal.Instant, now: Temporal.Instant): boolean =>
  isBetween(now, passed, passed.add(maxPassAge))
