import { arrivalText } from '#delivery/rules/arrival-text.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import type { WireRange } from '#shared/date-range.ts'
import { longDate } from '#shared/dates.ts'

interface LateOrder {
  readonly number: string
  /** The last day on which it was to ship, as an ISO date. */
  readonly promisedOn: string
  /** As far as is known now. */
  readonly arrives: WireRange | null
  readonly isPacking: boolean
  /** Where it is canceled; null when its buyer cannot any more. */
  readonly cancelUrl: string | null
}

/** The mail about an order that did not ship when the shop said, with the choice to cancel it. */
export const orderLate = ({
  number,
  promisedOn,
  arrives,
  isPacking,
  cancelUrl,
}: LateOrder): MailDocument => ({
  subject: `Your order ${number} ships later`,
  preview: arrives === null ? 'It ships later than we said.' : `${arrivalText(arrives)}.`,
  heading: 'Your order ships later.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Order ${number} was to ship by ${longDate(promisedOn)}, and it has not left completely. We are sorry.${
        arrives === null ? '' : ` ${arrivalText(arrives)}.`
      }`,
    },
    ...(isPacking
      ? [{ kind: 'paragraph' as const, text: 'It is being packed. A mail with its tracking number follows.' }]
      : []),
    ...(cancelUrl === null
      ? []
      : [
          {
            kind: 'link' as const,
            before: 'You can wait and need do nothing, or ',
            label: 'cancel the order',
            href: cancelUrl,
            after: ' until it is packed: you get back everything that you paid.',
          },
        ]),
  ],
})
