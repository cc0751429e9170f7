import type { MailDocument } from '#platform/mail-document.ts'
import type { AlarmLevel } from '../rules/stock-alarm.ts'

const number = (units: number): string => units.toLocaleString('en-US')

/** What a mail to operations says about a stock that has become low. */
export interface LowStock {
  readonly product: string
  /** Units that buyers and renewals can get. */
  readonly offered: number
  /** Units beside them in lots whose day is over. */
  readonly expired: number
  readonly needed: number
  readonly announced: number
  readonly alarm: AlarmLevel
  /** Its page at the desk. */
  readonly url: string
}

/** The mail to operations about a stock that has become low. */
export const stockLow = ({
  product,
  offered,
  expired,
  needed,
  announced,
  alarm,
  url,
}: LowStock): MailDocument => {
  const why = 'days' in alarm ? `Coming orders of ${alarm.days} days need` : 'The alarm is set to'
  return {
    subject: `The stock of ${product} is low: ${number(offered)} left`,
    preview: `${why} ${number(needed)}.`,
    heading: `The stock of ${product} is low.`,
    blocks: [
      {
        kind: 'rows',
        rows: [
          { label: 'Available', value: number(offered), strong: true },
          ...(expired === 0 ? [] : [{ label: 'Expired, not offered', value: number(expired) }]),
          { label: 'Low below', value: number(needed) },
          { label: 'Expected deliveries', value: number(announced) },
        ],
      },
      {
        kind: 'paragraph',
        text: `${why} ${number(needed)} units. You get no other mail until it has recovered.`,
      },
      { kind: 'button', label: 'Open the stock', href: url },
    ],
  }
}
