import sharp from 'sharp'
import { reportProblem, viewProblems } from '#return/problem-endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { runShopCommand } from '../support/shop-command.ts'
import type { DeskPerson } from './desk-person.ts'
import type { TestApi } from './test-api.ts'

let tracked = 0

/** A small photo, as a phone sends it. */
export const photo = async (): Promise<string> => {
  const drawn = sharp({ create: { width: 60, height: 60, channels: 3, background: '#aa3311' } })
  return (await drawn.jpeg().toBuffer()).toString('base64')
}

interface ReportBut {
  readonly plan?: string
  readonly bought?: number
  readonly reported?: number
  readonly wish?: 'reship' | 'refund'
  readonly photos?: string[]
  readonly card?: TestCardName
  /** In Canadian dollars. */
  readonly isCanadian?: boolean
}

/** Somebody without an account who has an order in their hands and reports units of it; `sam` ships it. */
export const reportersOf =
  ({ shop }: TestApi, sam: DeskPerson) =>
  async ({
    plan = 'syn-rf',
    bought = 3,
    reported = 2,
    wish = 'refund',
    photos = [],
    card,
    isCanadian = false,
  }: ReportBut = {}) => {
    const buyer = isCanadian ? shop.visitor('CA', 'ON') : shop.visitor()
    if (isCanadian) buyer.client.jar.delete('loam_currency')
    await buyer.add(plan, bought)
    const { order } = await buyer.checkout({ ...(card && { card }), ...(isCanadian && { place: 'toronto' }) })
    const number = order?.number ?? ''
    const tracking = `1ZDESKWRONG${(tracked += 1)}`
    await sam.post(`/api/desk/orders/${number}/ship/`, { carrier: 'ups', tracking })
    await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')
    const lookup = { number, email: buyer.email }
    const problem = await buyer.client.call(reportProblem, {
      ...lookup,
      request_id: 'once',
      kind: 'damaged',
      wish,
      details: 'The jars are broken, says Wilhelmina.',
      lines: [{ position: 0, quantity: reported }],
      photos,
    })
    return {
      ...buyer,
      order: number,
      number: problem.number,
      at: `/api/desk/problems/${problem.number}`,
      problems: () => buyer.client.call(viewProblems, lookup),
      subjects: async () => {
        await shop.settled()
        return (await shop.mails(buyer.email)).map(({ subject }) => subject)
      },
    }
  }
