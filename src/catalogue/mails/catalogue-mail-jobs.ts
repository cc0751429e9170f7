import { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { stockLevel } from '../server/stock-alarms.ts'
import { stockLow } from './stock-low.ts'

const StockLow = z.object({ product: z.string(), since: z.string() })

export const catalogueMailPayloads = { 'mail: stock low': StockLow } as const satisfies JobShapes

/** The mails that follow from events. */
export const catalogueMails = {
  'stock-low': ({ product, since }) => [{ kind: 'mail: stock low', payload: { product, since } }],
} satisfies Partial<JobsByEvent<typeof catalogueMailPayloads>>

/** The worker's jobs for mails to operations about stock. */
export const createCatalogueMailJobs = ({ database, clock, publicUrl }: AppDeps, send: SendMail) => ({
  'mail: stock low': async ({ product, since }: z.output<typeof StockLow>): Promise<void> => {
    const level = await stockLevel(database, product, dateIn(clock.now(), brand.timeZone))
    // Received meanwhile, or another alarm was set: there is nothing to order, or another mail about it.
    if (!level?.isLow || level.alarm === null || level.lowSince?.toString() !== since) return
    const { offered, expired, announced, alarm } = level
    const url = `${publicUrl}/desk/stock/${encodeURIComponent(product)}`
    const facts = { product, offered, expired, announced, alarm, needed: level.needed ?? 0, url }
    const at = Temporal.Instant.from(since).epochMilliseconds
    await send(`stock-low-${product}-${at}`, brand.supportEmail, stockLow(facts))
  },
})
