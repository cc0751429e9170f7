import { accountById } from '#account/server/accounts.ts'
import type { Order } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { defaultLocale, storedLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** The language of mails about an order: that of its page for a visitor, that of the account for a member (decision 367). */
export const localeOfOrder = async (
  database: AppDeps['database'],
  { locale, accountId }: Pick<Order, 'locale' | 'accountId'>,
): Promise<Locale> => {
  if (locale !== null) return storedLocale(locale)
  return (await accountById(database, accountId))?.locale ?? defaultLocale
}
