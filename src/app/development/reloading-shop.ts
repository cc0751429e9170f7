import type { IncomingMessage, ServerResponse } from 'node:http'

/** A shop that answers requests. */
export interface OpenedShop {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  readonly close: () => Promise<void>
}

type Outcome =
  | { readonly shop: OpenedShop; readonly running: Set<ServerResponse> }
  | { readonly failure: unknown }

const allClosed = async (responses: ReadonlySet<ServerResponse>): Promise<void> => {
  await Promise.all(
    [...responses].map((response) => new Promise((resolve) => response.once('close', resolve))),
  )
}

const tryOpen = async (
  open: () => Promise<OpenedShop>,
  onFailure: (thrown: unknown) => void,
): Promise<Outcome> => {
  try {
    return { shop: await open(), running: new Set() }
  } catch (thrown) {
    onFailure(thrown)
    return { failure: thrown }
  }
}

const answerBy = (
  outcome: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (thrown: unknown) => void,
): void => {
  // Given up while the shop was being opened: its `close` has been and does not come again.
  if (response.closed || response.destroyed) return
  if (!('shop' in outcome)) return fail(outcome.failure)
  outcome.running.add(response)
  response.once('close', () => outcome.running.delete(response))
  outcome.shop.answer(request, response)
}

/** Closes shops once they have answered what they took, without anybody waiting for it. */
const createCloser = (onFailure: (thrown: unknown) => void) => {
  const closing = new Set<Promise<void>>()
  const close = async (outcome: Outcome): Promise<void> => {
    if (!('shop' in outcome)) return
    await allClosed(outcome.running)
    await outcome.shop.close()
  }
  return {
    closeLater: (outcome: Outcome): void => {
      const ending = close(outcome).catch(onFailure)
      closing.add(ending)
      void ending.finally(() => closing.delete(ending))
    },
    allDone: async (): Promise<void> => void (await Promise.all(closing)),
  }
}

/**
 * One shop after the other, each opened with `open` when the one before is out of date. Requests wait for the shop that is
 * being opened; those under way are answered by the shop that took them. `onFailure` hears why a shop did not open.
 */
export const createReloadingShop = (
  open: () => Promise<OpenedShop>,
  onFailure: (thrown: unknown) => void,
) => {
  const { closeLater, allDone } = createCloser(onFailure)
  let current = tryOpen(open, onFailure)
  let isWaiting = false
  const reopen = async (previous: Outcome): Promise<Outcome> => {
    isWaiting = false
    const next = await tryOpen(open, onFailure)
    closeLater(previous)
    return next
  }
  return {
    /** Answers a request; `fail` answers it while the sources have an error. */
    answer: async (
      request: IncomingMessage,
      response: ServerResponse,
      fail: (thrown: unknown) => void,
    ): Promise<void> => {
      answerBy(await current, request, response, fail)
    },
    /** Whether the latest shop could not be opened. */
    hasFailed: async (): Promise<boolean> => 'failure' in (await current),
    /** Opens another shop. Changes that come before that begins need no further one. True when it is open. */
    reload: async (): Promise<boolean> => {
      if (!isWaiting) {
        isWaiting = true
        current = current.then(reopen)
      }
      return 'shop' in (await current)
    },
    close: async (): Promise<void> => {
      closeLater(await current)
      await allDone()
    },
  }
}
