import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'

/** What one press or one typed field cost, in milliseconds with the processor slowed down. */
export interface InteractionCost {
  /** From the press to the next frame, as Event Timing says it; null where the page was left before a frame. */
  readonly longestEvent: number | null
  /** Of the main thread's longest task, in time of the processor: other work on the machine does not lengthen it. */
  readonly longestTask: number
  /** Of all its tasks until the page was quiet. */
  readonly allTasks: number
}

const TraceEvent = z.looseObject({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  tdur: z.number().optional(),
  args: z
    .looseObject({
      name: z.string().optional(),
      data: z
        .looseObject({ duration: z.number().optional(), interactionId: z.number().optional() })
        .optional(),
    })
    .optional(),
})
const Trace = z.looseObject({ traceEvents: z.array(TraceEvent) })

const categories = ['toplevel', 'devtools.timeline', '__metadata']

const costIn = (trace: Buffer): InteractionCost => {
  const { traceEvents: events } = Trace.parse(JSON.parse(trace.toString('utf8')))
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && mainThreads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
  const durations = events.flatMap(({ name, args }) =>
    name === 'EventTiming' && args?.data?.interactionId ? [args.data.duration ?? 0] : [],
  )
  return {
    longestEvent: durations.length === 0 ? null : Math.round(Math.max(...durations)),
    longestTask: Math.round(Math.max(0, ...tasks)),
    allTasks: Math.round(tasks.reduce((sum, task) => sum + task, 0)),
  }
}

/** Slows the page's processor down, for the page and those it goes on to. */
export const slowDown = async (page: Page, times: number): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Does something with the page and says what it cost. */
export const costOf = async (
  browser: Browser,
  page: Page,
  action: () => Promise<void>,
): Promise<InteractionCost> => {
  await page.waitForLoadState('networkidle')
  await browser.startTracing(page, { categories })
  await action()
  await page.waitForLoadState('networkidle')
  // Event Timing speaks after the frame that follows.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return costIn(await browser.stopTracing())
}
