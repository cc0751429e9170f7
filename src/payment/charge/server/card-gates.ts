import { createHash, createHmac } from 'node:crypto'
import { useHumanCheck } from '#account/server/human-checks.ts'
import type { HumanCheck } from '#platform/human-check.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import type { Challenge } from '#shared/human-check.ts'
import { requiresHumanCheck, decideCardAttempt, networkWindow, shopWindow } from '../rules/card-attempts.ts'
import type { CardLimits } from '../rules/card-attempts.ts'
import { countCardAttempts } from './charge-store.ts'
import type { Db } from './charge-store.ts'
import type { CardOrigin } from './charge-record.ts'

/** An entered card that is to be sent to the processor. */
export interface CardAttempt {
  readonly origin: CardOrigin
  /**
   * Admits it, in the transaction that writes its charge. Throws CAPTCHA_FAILED if a required check is missing, and
   * TOO_MANY_REQUESTS if too many cards were tried.
   */
  readonly admit: (tx: Tx) => Promise<void>
}

/** The check of a form, and what it is used for. */
interface Proof {
  readonly key: Buffer
  readonly usedFor: string
}

interface CheckedForm {
  readonly captcha: string
  readonly website: string
}

/** What identifies a filled form: the id that its sender gave it, which may be any, and the token of the card in it. */
interface FilledForm {
  readonly requestId: string
  /** Null for a saved card. */
  readonly cardToken: string | null
  /** Whom the link belongs to that opened the form; missing without one. */
  readonly accountId?: string
}

/** The limits between a form with a card field and the processor (decision 056). */
export interface CardGate {
  /**
   * Reads the check of a form. The same `filled` form sent twice uses its check once; with another card it is another
   * form. Throws CAPTCHA_FAILED for a request without a required check, and SHOP_BUSY when the check cannot be
   * verified.
   */
  readonly read: (context: RequestContext, form: CheckedForm, filled: FilledForm) => Promise<CardAttempt>
  /** What a form has to contain, and whether it will be required. */
  readonly view: (
    context: RequestContext,
  ) => Promise<{ readonly required: boolean; readonly challenge: Challenge }>
}

const humanCheckMessage =
  'Please press the button once more to confirm you’re a person. You have not been charged.'

/** A missing check gets a message that explains it; an invalid one gets the catalogue's message. */
const refused = (hasToken: boolean): ShopError =>
  new ShopError('CAPTCHA_FAILED', hasToken ? {} : { detail: humanCheckMessage })

const tooMany = (): ShopError =>
  new ShopError('TOO_MANY_REQUESTS', {
    detail: 'Too many cards were tried. Please wait an hour, or pay with a saved card.',
    data: { retry_after: networkWindow.total('seconds') },
  })

const originOf = (secret: string, { network, actor }: RequestContext): CardOrigin => ({
  network: createHmac('sha256', secret).update(`card origin: ${network}`).digest('base64url').slice(0, 22),
  accountId: actor.kind === 'member' ? actor.accountId : null,
})

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The check of a form, if it has a valid one. */
const proofIn = async (
  humanCheck: HumanCheck,
  { captcha, website }: CheckedForm,
  usedFor: string,
): Promise<Proof | null> => {
  if (captcha === '' || website !== '') return null
  try {
    return { key: await humanCheck.verify(captcha), usedFor }
  } catch (thrown) {
    if (isShopError(thrown) && thrown.code === 'CAPTCHA_FAILED') return null
    throw thrown
  }
}

const isProven = (tx: Tx, proof: Proof | null): Promise<boolean> =>
  proof === null ? Promise.resolve(false) : useHumanCheck(tx, proof.key, proof.usedFor)

export const createCardGate = (deps: AppDeps, humanCheck: HumanCheck, limits: CardLimits): CardGate => {
  const attemptsOf = async (db: Db, origin: CardOrigin, now: Temporal.Instant) => {
    const since = { network: now.subtract(networkWindow), shop: now.subtract(shopWindow) }
    return { ...(await countCardAttempts(db, origin, since)), limits }
  }
  const admit = async (
    tx: Tx,
    origin: CardOrigin,
    { proof, hasToken }: { readonly proof: Proof | null; readonly hasToken: boolean },
  ): Promise<void> => {
    const attempts = await attemptsOf(tx.db, origin, tx.now)
    // A check is used up only if it is required.
    const hasHumanCheck = requiresHumanCheck(attempts) && (await isProven(tx, proof))
    const decision = decideCardAttempt({ ...attempts, hasHumanCheck })
    if (decision === 'refuse') throw tooMany()
    if (decision === 'require-human-check') throw refused(hasToken)
  }
  return {
    read: async (context, form, { requestId, cardToken, accountId = null }) => {
      const own = originOf(deps.secret, context)
      const origin = { ...own, accountId: own.accountId ?? accountId }
      const proof = await proofIn(
        humanCheck,
        form,
        hashOf(JSON.stringify([origin.network, requestId, cardToken])),
      )
      if (context.requiresHumanCheck && !(await inTransaction(deps, (tx) => isProven(tx, proof))))
        throw refused(form.captcha !== '')
      return { origin, admit: (tx) => admit(tx, origin, { proof, hasToken: form.captcha !== '' }) }
    },
    view: async (context) => ({
      required: requiresHumanCheck(
        await attemptsOf(deps.database, originOf(deps.secret, context), deps.clock.now()),
      ),
      challenge: humanCheck.challenge(),
    }),
  }
}
