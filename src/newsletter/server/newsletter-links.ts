import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { StoredSubscriber } from './subscriber-store.ts'

/** The links in newsletter mails. They contain a signature and no secret, so they are not stored. */
export interface NewsletterLinks {
  /** Confirms the subscriber's latest confirmation request. */
  readonly confirmUrl: (subscriber: Pick<StoredSubscriber, 'id' | 'requestedAt'>) => string
  /** Of a campaign's copy, so that who leaves by it is counted there. */
  readonly unsubscribeUrl: (subscriberId: string, campaignId?: string) => string
  /** A link of a copy, by its position, whose clicks its reader allows to count. */
  readonly clickUrl: (copyToken: string, link: number) => string
  /** Null for a token that was not made here. */
  readonly readClick: (signed: string) => { readonly token: string; readonly link: number } | null
  /** The content of a confirmation token; null for an invalid one. */
  readonly readConfirm: (
    token: string,
  ) => { readonly id: string; readonly requestedAt: Temporal.Instant } | null
  readonly readUnsubscribe: (
    token: string,
  ) => { readonly id: string; readonly campaignId: string | null } | null
  /** Opens an abandoned cart again, until a moment. */
  readonly cartUrl: (cartId: string, until: Temporal.Instant) => string
  /** The cart of a token; null for an invalid or expired one. */
  readonly readCart: (token: string, now: Temporal.Instant) => string | null
}

export const createNewsletterLinks = ({
  secret,
  publicUrl,
}: Pick<AppDeps, 'secret' | 'publicUrl'>): NewsletterLinks => {
  const confirmSigner = createTokenSigner(secret, 'newsletter confirm')
  const unsubscribeSigner = createTokenSigner(secret, 'newsletter unsubscribe')
  const clickSigner = createTokenSigner(secret, 'newsletter click')
  const cartSigner = createTokenSigner(secret, 'cart continue')
  const url = (page: string, token: string): string => `${publicUrl}/newsletter/${page}?token=${token}`
  return {
    confirmUrl: ({ id, requestedAt }) =>
      url('confirm', confirmSigner.sign(`${id} ${requestedAt.toString()}`)),
    unsubscribeUrl: (id, campaignId) =>
      url('unsubscribe', unsubscribeSigner.sign(campaignId === undefined ? id : `${id} ${campaignId}`)),
    clickUrl: (token, link) => `${publicUrl}/n/${clickSigner.sign(`${token} ${link}`)}`,
    readClick: (signed) => {
      const [token, link] = clickSigner.verify(signed)?.split(' ') ?? []
      return token !== undefined && link !== undefined ? { token, link: Number(link) } : null
    },
    readConfirm: (token) => {
      const [id, requestedAt] = confirmSigner.verify(token)?.split(' ') ?? []
      return id && requestedAt ? { id, requestedAt: Temporal.Instant.from(requestedAt) } : null
    },
    readUnsubscribe: (token) => {
      const [id, campaignId = null] = unsubscribeSigner.verify(token)?.split(' ') ?? []
      return id === undefined ? null : { id, campaignId }
    },
    cartUrl: (cartId, until) =>
      `${publicUrl}/continue?token=${cartSigner.sign(`${cartId} ${until.epochMilliseconds}`)}`,
    readCart: (token, now) => {
      const [cartId, until] = cartSigner.verify(token)?.split(' ') ?? []
      return cartId !== undefined && Number(until) > now.epochMilliseconds ? cartId : null
    },
  }
}
