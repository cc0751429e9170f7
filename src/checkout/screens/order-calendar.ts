import type { LoaderFunctionArgs } from 'react-router'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { viewPurchase } from '../endpoints.ts'
import { calendarFile } from '../rules/calendar-file.ts'
import { stepsOf } from './order-timeline.tsx'
import { thankYouMessages } from '../messages/thank-you-messages.ts'
import { localAddress } from '#shared/locale-path.ts'

/** The days of an order as a calendar file; shown to whom the thank-you page shows the order. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { origin, searchParams } = new URL(request.url)
  const { call, locale } = context.get(shopContext)
  const t = thankYouMessages.in(locale)
  const purchase = await call(viewPurchase, { id: searchParams.get('checkout') ?? '' })
  if (purchase.details === null || purchase.order === null) throw new ShopError('NOT_FOUND')
  const { details, order } = purchase
  const entries = stepsOf(details)
    .filter(({ kind }) => kind !== 'ordered')
    .map((step) => ({
      id: `${step.kind}-${order.number}-${step.from}@${brand.key}`,
      from: step.from,
      until: step.until,
      title: t(step.kind === 'arrives' ? 'calendarArrives' : 'calendarNext', { brand: brand.name }),
      details: step.kind === 'arrives' ? t('calendarEstimate', { number: order.number }) : t('calendarUntil'),
      url: `${origin}${localAddress('/account/subscriptions', locale)}`,
    }))
  return new Response(calendarFile(brand.name, Temporal.Instant.from(details.placed_at), entries), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${brand.key}-${order.number}.ics"`,
      'cache-control': 'no-store',
    },
  })
}
