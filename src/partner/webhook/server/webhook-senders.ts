import { asWork } from '#platform/time-limits.ts'
import { dueEndpoints, sendTo } from './send-due.ts'
import type { WebhookServices } from './send-due.ts'

export type { WebhookServices } from './send-due.ts'

/** Sends webhooks, to each endpoint on its own: a slow one keeps no other one waiting. */
export interface WebhookSender {
  /** Starts to send what is due, where nothing is being sent; returns when it has been started. */
  readonly start: () => Promise<void>
  /** Resolves when nothing is being sent. */
  readonly finished: () => Promise<void>
  /** Begins nothing more, and resolves when what was begun has its answer. */
  readonly stop: () => Promise<void>
}

export const createWebhookSender = (services: WebhookServices): WebhookSender => {
  const running = new Map<string, Promise<void>>()
  let isStopped = false
  const run = async (endpointId: string): Promise<void> => {
    try {
      await sendTo(services, endpointId, () => isStopped)
    } catch (thrown) {
      services.deps.log.error(
        { err: thrown, endpointId },
        'webhooks could not be sent and will be tried again',
      )
    } finally {
      running.delete(endpointId)
    }
  }
  const startRuns = async (): Promise<void> => {
    for (const id of await dueEndpoints(services)) if (!running.has(id)) running.set(id, run(id))
  }
  const finished = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values())
  }
  return {
    start: () => asWork('background', startRuns),
    finished,
    stop: () => {
      isStopped = true
      return finished()
    },
  }
}
