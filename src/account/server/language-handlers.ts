import type { Handler } from '#platform/request-context.ts'
import { memberOf } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultLocale, shopLocales } from '#shared/locale.ts'
import type * as endpoints from '../settings-endpoints.ts'
import type { AccountServices } from './account-services.ts'
import { readAccount, writeLocale } from './account-store.ts'

export const createLanguageSettings = ({ deps }: AccountServices) => {
  const viewLanguage: Handler<typeof endpoints.viewLanguage> = async (context) => {
    const { accountId, locale } = memberOf(context)
    if (locale !== undefined) return { locale }
    const account = await readAccount(deps.database, accountId)
    return { locale: account?.locale ?? defaultLocale }
  }
  const changeLanguage: Handler<typeof endpoints.changeLanguage> = async (context, { locale: code }) => {
    const { accountId } = memberOf(context)
    const locale = shopLocales.find((one) => one.code === code)?.code
    if (locale === undefined)
      throw new ShopError('VALIDATION_ERROR', { fields: { locale: 'Please choose a language.' } })
    await inTransaction(deps, async (tx) => {
      await writeLocale(tx.db, accountId, locale)
      tx.publish({ kind: 'account-changed', accountId })
    })
    return { locale }
  }
  return { viewLanguage, changeLanguage }
}
