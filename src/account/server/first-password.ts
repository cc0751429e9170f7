import { inTransaction } from '#platform/transaction.ts'
import type { Handler, RequestContext } from '#platform/request-context.ts'
import { ShopError } from '#shared/errors.ts'
import type { choosePassword } from '../endpoints.ts'
import { passwordRefusal } from '../rules/password.ts'
import { newAccountLinkLifetime } from '../rules/session.ts'
import type { Account, Db } from './account-store.ts'
import type { AccountServices } from './account-services.ts'
import { findAccountByEmail } from './accounts.ts'
import { readPasswordChoice, savePasswordChoice } from './password-choice-store.ts'

/**
 * Saves the password that a new buyer chooses right after the purchase, in the same browser. It opens nothing: it counts
 * once its mailed link is opened in the same browser (decision 471). The same answer after the same work, whether the account has a password.
 */
export const createChoosePassword =
  (services: AccountServices): Handler<typeof choosePassword> =>
  async (context, { purchase: purchaseId, password }) => {
    const { deps, accountDeps, passwords } = services
    const refused = passwordRefusal(password, accountDeps.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    const email = await accountDeps.emailOfPurchase(context, purchaseId)
    const account = email === null ? null : await findAccountByEmail(deps.database, email)
    if (account === null) throw new ShopError('NOT_FOUND')
    const passwordHash = await passwords.hash(password)
    await inTransaction(deps, (tx) =>
      savePasswordChoice(tx.db, { purchaseId, accountId: account.id, passwordHash }, tx.now),
    )
    return { success: true }
  }

/** The hash that was chosen in this browser for an account without a password; null when none was. */
export const chosenPassword = (
  { accountDeps }: AccountServices,
  db: Db,
  context: RequestContext,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
  now: Temporal.Instant,
): Promise<string | null> =>
  passwordHash !== null
    ? Promise.resolve(null)
    : readPasswordChoice(db, id, accountDeps.purchasesHere(context), now.subtract(newAccountLinkLifetime))
