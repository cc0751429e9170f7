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
  preview: arrives === null ? 'Your order is delayed.' : `${arrivalText(arrives)}.`,
  heading: 'Your order ships later.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Order ${number} was due to ship by ${longDate(promisedOn)}, but part or all of it hasn’t shipped yet. We’re sorry.${
        arrives === null ? '' : ` ${arrivalText(arrives)}.`
      }`,
    },
    ...(isPacking
      ? [
          {
            kind: 'paragraph' as const,
            text: 'We’re packing it. We’ll email you the tracking number when it ships.',
          },
        ]
      : []),
    ...(cancelUrl === null
      ? []
      : [
          {
            kind: 'link' as const,
            before: 'You don’t need to do anything if you’d like to wait. You can also ',
            label: 'cancel the order',
            href: cancelUrl,
            after: ' until we pack it, for a full refund.',
          },
        ]),
  ],
})
