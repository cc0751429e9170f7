import type { AppDeps } from '#platform/app-deps.ts'
import * as accountEndpoints from '../endpoints.ts'
import * as emailEndpoints from '../email-endpoints.ts'
import * as passkeyEndpoints from '../passkey-endpoints.ts'
import * as privacyEndpoints from '../privacy-endpoints.ts'
import type { deleteAccount, exportUser } from '../privacy-endpoints.ts'
import * as proofEndpoints from '../proof-endpoints.ts'
import * as registrationEndpoints from '../registration-endpoints.ts'
import * as settingsEndpoints from '../settings-endpoints.ts'
import * as signOnEndpoints from '../sign-on-endpoints.ts'
import { memberOf } from '#platform/request-context.ts'
import type { Handler } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultLocale, shopLocales } from '#shared/locale.ts'
import { signOutHere } from './account-services.ts'
import type { AccountDeps, AccountServices } from './account-services.ts'
import { createChoosePassword } from './first-password.ts'
import { createGuessLimits } from './guess-limits.ts'
import { createIdentityTokens } from './identity-token.ts'
import {
  createMailPasswordLink,
  createRecover,
  createSetPassword,
  createLogin,
  createViewPasswordLink,
} from './password-handlers.ts'
import { createPasswords } from './passwords.ts'
import {
  createRegister,
  createRegisterResendMail,
  createSendMagicLink,
  createUseMagicLink,
  createVerifyAccount,
  createViewMagicLink,
  createViewVerifyLink,
} from './registration-handlers.ts'
import {
  createProviders,
  createSignOn,
  createStartSignOn,
  createViewSignOnProviders,
} from './sign-on-handlers.ts'
import { createEmailSettings } from './email-handlers.ts'
import { createPasskeys } from './passkey-handlers.ts'
import { createProofs } from './proof-handlers.ts'
import {
  createAddressSettings,
  createChangePassword,
  createMailPreferences,
  createSessionSettings,
  createSignInMethods,
  createUpdateUser,
} from './settings-handlers.ts'
import { createCheckAuthentication, createSignOut, createViewUser } from './session-handlers.ts'
import { readAccount, writeLocale } from './account-store.ts'
import { dataOfMember, eraseMember } from './own-data.ts'
import { requireProof } from './proofs.ts'

const endpoints = {
  ...accountEndpoints,
  ...registrationEndpoints,
  ...signOnEndpoints,
  ...passkeyEndpoints,
  ...proofEndpoints,
  ...emailEndpoints,
  ...settingsEndpoints,
  ...privacyEndpoints,
}

const createServices = (deps: AppDeps, accountDeps: AccountDeps): AccountServices => ({
  deps,
  accountDeps,
  passwords: createPasswords(deps.ids.token()),
  identity: createIdentityTokens(deps),
  limits: createGuessLimits(deps),
})

/** Everything that signs in or out, and links that came by mail. */
const signInHandlers = (services: AccountServices) => {
  const setPassword = createSetPassword(services)
  const resetPassword: Handler<typeof accountEndpoints.resetPassword> = (context, payload) =>
    setPassword(context, payload)
  const providers = createProviders(services)
  return {
    viewSignOnProviders: createViewSignOnProviders(services, providers),
    startSignOn: createStartSignOn(services, providers),
    googleSignon: createSignOn(services, providers, 'google'),
    facebookSignon: createSignOn(services, providers, 'facebook'),
    login: createLogin(services),
    ...createPasskeys(services),
    viewPasswordLink: createViewPasswordLink(services),
    choosePassword: createChoosePassword(services),
    setPassword,
    resetPassword,
    recover: createRecover(services),
    mailPasswordLink: createMailPasswordLink(services),
    register: createRegister(services),
    registerResendMail: createRegisterResendMail(services),
    viewVerifyLink: createViewVerifyLink(services),
    verifyAccount: createVerifyAccount(services),
    sendMagicLink: createSendMagicLink(services),
    viewMagicLink: createViewMagicLink(services),
    useMagicLink: createUseMagicLink(services),
    signOut: createSignOut(services),
    checkAuthentication: createCheckAuthentication(services),
    viewUser: createViewUser(services),
  }
}

const createLanguageSettings = ({ deps }: AccountServices) => {
  const viewLanguage: Handler<typeof settingsEndpoints.viewLanguage> = async (context) => {
    const { accountId, locale } = memberOf(context)
    if (locale !== undefined) return { locale }
    const account = await readAccount(deps.database, accountId)
    return { locale: account?.locale ?? defaultLocale }
  }
  const changeLanguage: Handler<typeof settingsEndpoints.changeLanguage> = async (
    context,
    { locale: code },
  ) => {
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

/** All data about the signed-in member. */
const createExportUser =
  (services: AccountServices): Handler<typeof exportUser> =>
  async (context) => {
    const member = memberOf(context)
    const account = await inTransaction(services.deps, async (tx) => {
      tx.publish({ kind: 'account-alert', accountId: member.accountId, alert: 'data-exported' })
      return requireProof(tx, member)
    })
    return dataOfMember(services, account)
  }

/** Deletes the signed-in member's account. */
const createDeleteAccount =
  (services: AccountServices): Handler<typeof deleteAccount> =>
  async (context, { email }) => {
    const member = memberOf(context)
    const { accountId, email: own } = member
    await inTransaction(services.deps, (tx) => requireProof(tx, member))
    if (email.trim().toLowerCase() !== own) {
      throw new ShopError('VALIDATION_ERROR', { fields: { email: 'That’s not your account’s email.' } })
    }
    await inTransaction(services.deps, (tx) =>
      eraseMember(services, tx, accountId, () => requireProof(tx, member)),
    )
    await signOutHere(services, context)
    return { success: true }
  }

const settingsHandlers = (services: AccountServices) => ({
  updateUser: createUpdateUser(services),
  ...createLanguageSettings(services),
  changePassword: createChangePassword(services),
  ...createEmailSettings(services),
  ...createProofs(services),
  ...createSessionSettings(services),
  ...createSignInMethods(services),
  ...createAddressSettings(services),
  ...createMailPreferences(services),
  exportUser: createExportUser(services),
  deleteAccount: createDeleteAccount(services),
})

/** The handlers of the account's endpoints. */
export const createAccountHandlers = (
  deps: AppDeps,
  accountDeps: AccountDeps,
): HandlersFor<typeof endpoints> => {
  const services = createServices(deps, accountDeps)
  return { ...signInHandlers(services), ...settingsHandlers(services) }
}

/** The endpoints of accounts: sign-in, links, sessions, settings, privacy. */
export const accountRoutes = (deps: AppDeps, accountDeps: AccountDeps): readonly Route[] =>
  routes(endpoints, createAccountHandlers(deps, accountDeps))
