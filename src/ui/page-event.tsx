interface PageEventProps {
  /** A name of the tracking plan. */
  readonly name: string
  /** The properties that the plan allows; amounts as numbers or as numeric strings of the wire. */
  readonly properties: Readonly<Record<string, unknown>>
  /** The cart as the page shows it: its changes are reported as well. */
  readonly cart?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Says what happened when this page was opened. Nothing is seen of it, and nothing reads it but the analytics library,
 * which is there only for those who allow it.
 */
export const PageEvent = ({ name, properties, cart }: PageEventProps) => (
  <template
    data-event={name}
    data-properties={JSON.stringify(properties)}
    data-cart={cart === undefined ? undefined : JSON.stringify(cart)}
  />
)
