import type { Handler } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { resetPassword } from '../endpoints.ts'
import type { AccountDeps, AccountServices } from './account-services.ts'
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
import { createDeleteAccount, createExportUser } from './privacy-handlers.ts'
import {
  createAddressSettings,
  createChangePassword,
  createMailPreferences,
  createSessionSettings,
  createSignInMethods,
  createUpdateUser,
} from './settings-handlers.ts'
import { createCheckAuthentication, createSignOut, createViewUser } from './session-handlers.ts'

const createServices = (deps: AppDeps, accountDeps: AccountDeps): AccountServices => ({
  deps,
  accountDeps,
  passwords: createPasswords(deps.ids.token()),
  identity: createIdentityTokens(deps),
  limits: createGuessLimits(deps),
})

/** The handlers of `account/endpoints.ts`, by the names of their calls. */
export const createAccountHandlers = (deps: AppDeps, accountDeps: AccountDeps) => {
  const services = createServices(deps, accountDeps)
  const setPassword = createSetPassword(services)
  const reset: Handler<typeof resetPassword> = (context, payload) => setPassword(context, payload)
  const providers = createProviders(services)
  return {
    viewSignOnProviders: createViewSignOnProviders(services, providers),
    startSignOn: createStartSignOn(services, providers),
    googleSignon: createSignOn(services, providers, 'google'),
    facebookSignon: createSignOn(services, providers, 'facebook'),
    login: createLogin(services),
    updateUser: createUpdateUser(services),
    changePassword: createChangePassword(services),
    ...createEmailSettings(services),
    ...createPasskeys(services),
    ...createProofs(services),
    ...createSessionSettings(services),
    ...createSignInMethods(services),
    ...createAddressSettings(services),
    ...createMailPreferences(services),
    exportUser: createExportUser(services),
    deleteAccount: createDeleteAccount(services),
    viewPasswordLink: createViewPasswordLink(services),
    setPassword,
    resetPassword: reset,
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
