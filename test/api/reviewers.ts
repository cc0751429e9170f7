import { listDeskReviews } from '#desk/review-endpoints.ts'
import type { DeskReview } from '#desk/review-endpoints.ts'
import { listReviews, removeReview, viewReviews, writeReview } from '#review/endpoints.ts'
import { expect } from 'vitest'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import type { TestApi } from './test-api.ts'

/** Buyers who write reviews, and the person of staff who decides them. */
export const openReviews = async (api: TestApi) => {
  const { shop } = api
  const mia = await joinDesk(api, 'support', 'mia')

  let tracked = 0

  const deliver = async (number: string): Promise<void> => {
    const tracking = `1ZREVIEW${(tracked += 1)}`
    await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
    await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')
  }

  /** Somebody without an account who has bought something. */
  const guest = async () => {
    const visitor = shop.visitor()
    await visitor.add('syn-rf')
    const { order } = await visitor.checkout()
    const number = order?.number ?? ''
    const lookup = { number, email: visitor.email }
    const text = {
      stars: 2,
      title: 'The lid sticks',
      text: 'Good capsules, but the lid sticks.',
      name: 'Mara I.',
    }
    return {
      visitor,
      number,
      lookup,
      deliver: () => deliver(number),
      view: () => visitor.client.call(viewReviews, lookup),
      write: (but: Partial<typeof text> = {}) =>
        visitor.client.call(writeReview, { ...lookup, product: 'ds-01', ...text, ...but }),
      remove: () => visitor.client.call(removeReview, { ...lookup, product: 'ds-01' }),
    }
  }

  const published = (sort: 'lowest' | 'highest' | 'newest' = 'lowest') =>
    shop.visitor().client.call(listReviews, { product: 'ds-01', sort })

  const waiting = async (): Promise<DeskReview[]> => {
    const answer = await mia.get('/api/desk/reviews/')
    return listDeskReviews.reply.parse(answer.json()).reviews
  }

  const decide = (review: DeskReview | undefined, reason?: string) =>
    mia.post(`/api/desk/reviews/${review?.id}/decide/`, {
      version: review?.version,
      ...(reason === undefined ? {} : { decline_reason: reason }),
    })

  const publish = async (title: string): Promise<void> => {
    const answer = await decide((await waiting()).find((one) => one.title === title))
    expect(answer.statusCode).toBe(200)
  }

  const page = async (): Promise<string> =>
    (await api.inject({ method: 'GET', url: '/daily-synbiotic' })).body
  return { mia, guest, published, waiting, decide, publish, page }
}
