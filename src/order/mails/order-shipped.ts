import { postalLines } from '#location/rules/postal-lines.ts'
import type { Address } from '#shared/address.ts'
import type { MailDocument } from '#platform/mail-document.ts'

interface OrderShipped {
  readonly number: string
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  readonly shipTo: Address
  /** The carrier's number; null when there is none. */
  readonly tracking: string | null
  /** The page with the member's orders. */
  readonly ordersUrl: string
}

/** The mail when an order ships. */
export const orderShipped = ({ number, lines, shipTo, tracking, ordersUrl }: OrderShipped): MailDocument => ({
  subject: `Order ${number} has shipped`,
  preview: tracking === null ? 'It is on its way to you.' : `Tracking number ${tracking}.`,
  heading: 'Your package is on its way.',
  blocks: [
    { kind: 'rows', rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })) },
    ...(tracking === null ? [] : [{ kind: 'paragraph', text: `Tracking number: ${tracking}` } as const]),
    { kind: 'section', title: 'Where it goes' },
    { kind: 'lines', lines: postalLines(shipTo) },
    {
      kind: 'link',
      before: 'All details are in ',
      label: 'your orders',
      href: ordersUrl,
      after: '.',
    },
  ],
})
