import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import { partnerOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { requireAccess } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError, errorCatalogue, isShopError } from '#shared/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { decideRepeated, runningLife } from '../rules/stored-request.ts'
import { deleteRequest, insertRequest, lockRequest, restartRequest, saveReply } from './request-store.ts'
import type { RequestName } from './request-store.ts'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

/** What is stored of a request: its answer, or the refusal that it ended with. */
const StoredReply = z.union([
  z.object({ answer: z.unknown() }).strict(),
  z
    .object({
      refusal: z.object({
        code: z.string().refine(isErrorCode),
        detail: z.string(),
        data: z.record(z.string(), z.unknown()).optional(),
      }),
    })
    .strict(),
])

/** Between one and 255 characters that a header can have without quotes. */
const keyForm = /^[\w.:-]{1,255}$/

const keyProblem =
  'Please send an Idempotency-Key of 1 to 255 letters, digits, dots, colons, hyphens and underscores.'

const nameOf = (context: RequestContext): RequestName => {
  const { programId } = partnerOf(context)
  const { idempotencyKey } = context
  if (idempotencyKey === undefined || !keyForm.test(idempotencyKey))
    throw new ShopError('VALIDATION_ERROR', { fields: { 'idempotency-key': keyProblem } })
  return { programId, idempotencyKey }
}

/** A value as text in which the order of its keys does not matter. */
const canonical = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, part]) => [name, canonical(part)]),
      )
    : Array.isArray(value)
      ? value.map(canonical)
      : value

const fingerprintOf = (endpoint: Route['endpoint'], input: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([endpoint.name, canonical(input)]))
    .digest()

/** Begins the request, or returns the stored reply of the same one. Throws while that one runs, and for another request. */
const beginOrReplay = (deps: AppDeps, name: RequestName, fingerprint: Buffer) =>
  inTransaction(deps, async (tx): Promise<z.output<typeof StoredReply> | null> => {
    const until = tx.now.add(runningLife)
    if (await insertRequest(tx, name, fingerprint, until)) return null
    const earlier = await lockRequest(tx, name)
    // It was forgotten between the two statements.
    if (earlier === null) throw new ShopError('IDEMPOTENCY_KEY_IN_USE', { data: { retry_after: 1 } })
    const isSameRequest = earlier.fingerprint.equals(fingerprint)
    const decision = decideRepeated({ ...earlier, isSameRequest }, tx.now)
    if (decision === 'replay') return StoredReply.parse(earlier.reply)
    if (decision === 'reused') throw new ShopError('IDEMPOTENCY_KEY_REUSED')
    if (decision === 'in-use') throw new ShopError('IDEMPOTENCY_KEY_IN_USE', { data: { retry_after: 1 } })
    await restartRequest(tx, name, fingerprint, until)
    return null
  })

const replay = (reply: z.output<typeof StoredReply>, { setReplyHeader }: RequestContext): unknown => {
  setReplyHeader?.('idempotent-replayed', 'true')
  if (!('refusal' in reply)) return reply.answer
  const { code, detail, data } = reply.refusal
  throw new ShopError(code, { detail, ...(data ? { data } : {}) })
}

/** A refusal that a decision of the shop made. Wrong input and what failed can be sent again under the same name. */
const isStored = (thrown: unknown): thrown is ShopError =>
  isShopError(thrown) && thrown.status < 500 && thrown.code !== 'VALIDATION_ERROR'

const runAndStore = async (
  deps: AppDeps,
  name: RequestName,
  run: () => Promise<unknown>,
): Promise<unknown> => {
  try {
    const answer = await run()
    deps.reachCrashPoint('partner: done')
    await saveReply(deps, name, { answer })
    return answer
  } catch (thrown) {
    if (isStored(thrown)) {
      const { code, detail, data } = thrown
      await saveReply(deps, name, { refusal: { code, detail, ...(data ? { data } : {}) } })
    } else await deleteRequest(deps, name)
    throw thrown
  }
}

/**
 * Has every write of the partner API done once for an Idempotency-Key: the same request again answers what the first one
 * did, for a day. A process that ends between the action and its reply leaves a request that runs again; every such action changes
 * nothing then. VALIDATION_ERROR without a key, IDEMPOTENCY_KEY_IN_USE, IDEMPOTENCY_KEY_REUSED.
 */
export const withStoredReplies = (deps: AppDeps, routes: readonly Route[]): readonly Route[] =>
  routes.map(({ endpoint, run }) => {
    if (endpoint.access !== 'partner' || endpoint.method === 'GET') return { endpoint, run }
    return {
      endpoint,
      run: async (context, input) => {
        requireAccess(endpoint, context)
        const name = nameOf(context)
        const reply = await beginOrReplay(deps, name, fingerprintOf(endpoint, input))
        return reply === null ? runAndStore(deps, name, () => run(context, input)) : replay(reply, context)
      },
    }
  })
