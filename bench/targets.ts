import { z } from 'zod'

/** `DatabaseAddress`, as it goes from process to process. */
export const DatabaseTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('socket'), folder: z.string(), user: z.string(), database: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
])

/** What a measured shop is opened on; travels in the variable BENCH_SHOP. */
export const ShopTarget = z.object({
  port: z.int(),
  dataFolder: z.string(),
  sandboxUrl: z.string(),
  address: DatabaseTarget,
})

export type ShopTarget = z.output<typeof ShopTarget>
