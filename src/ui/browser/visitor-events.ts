/** Events of a visitor that no page shows afterwards. */
export interface VisitorEvent {
  readonly kind: 'newsletter-joined'
  readonly email: string
}

let listener: ((event: VisitorEvent) => void) | null = null
const pending: VisitorEvent[] = []

/** Publishes to all listeners; events before the first listener are delivered to it. */
export const publishVisitorEvent = (event: VisitorEvent): void => {
  if (listener) listener(event)
  else pending.push(event)
}

export const onVisitorEvent = (handler: (event: VisitorEvent) => void): void => {
  listener = handler
  for (const event of pending.splice(0)) handler(event)
}
