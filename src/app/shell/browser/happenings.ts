/** What a visitor did that no page shows afterwards. */
export interface Happening {
  readonly kind: 'newsletter-joined'
  readonly email: string
}

let listener: ((happening: Happening) => void) | null = null
const early: Happening[] = []

/** Tells whoever listens; what happens before anybody does is told then. */
export const happened = (happening: Happening): void => {
  if (listener) listener(happening)
  else early.push(happening)
}

export const hearHappenings = (hear: (happening: Happening) => void): void => {
  listener = hear
  for (const happening of early.splice(0)) hear(happening)
}
