import { createSeal } from '#platform/seal.ts'
import type { World } from '#platform/world.ts'
import type { StoredSubscriber } from './subscriber-store.ts'

/** The addresses that stand in letters. They hold a signature and no secret, so nothing of them is kept. */
export interface LetterLinks {
  /** Confirms the request that the subscriber was last asked. */
  readonly confirmUrl: (subscriber: Pick<StoredSubscriber, 'id' | 'askedAt'>) => string
  readonly unsubscribeUrl: (subscriberId: string) => string
  /** What the token of a link to confirm names; null for one that is not ours. */
  readonly readConfirm: (token: string) => { readonly id: string; readonly askedAt: Temporal.Instant } | null
  readonly readUnsubscribe: (token: string) => string | null
  /** Opens a left cart again, until a moment. */
  readonly cartUrl: (cartId: string, until: Temporal.Instant) => string
  /** The cart that a token names; null for one that is not ours or too old. */
  readonly readCart: (token: string, now: Temporal.Instant) => string | null
}

export const createLetterLinks = ({
  secret,
  publicUrl,
}: Pick<World, 'secret' | 'publicUrl'>): LetterLinks => {
  const confirming = createSeal(secret, 'newsletter confirm')
  const leaving = createSeal(secret, 'newsletter unsubscribe')
  const continuing = createSeal(secret, 'cart continue')
  const url = (page: string, token: string): string => `${publicUrl}/newsletter/${page}?token=${token}`
  return {
    confirmUrl: ({ id, askedAt }) => url('confirm', confirming.close(`${id} ${askedAt.toString()}`)),
    unsubscribeUrl: (id) => url('unsubscribe', leaving.close(id)),
    readConfirm: (token) => {
      const [id, askedAt] = confirming.open(token)?.split(' ') ?? []
      return id && askedAt ? { id, askedAt: Temporal.Instant.from(askedAt) } : null
    },
    readUnsubscribe: (token) => leaving.open(token),
    cartUrl: (cartId, until) =>
      `${publicUrl}/continue?token=${continuing.close(`${cartId} ${until.epochMilliseconds}`)}`,
    readCart: (token, now) => {
      const [cartId, until] = continuing.open(token)?.split(' ') ?? []
      return cartId !== undefined && Number(until) > now.epochMilliseconds ? cartId : null
    },
  }
}
