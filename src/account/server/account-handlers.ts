import type { Handler } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import type { resetPassword } from '../calls.ts'
import type { AccountHouse, AccountTools } from './account-tools.ts'
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
import { createProviders, createSignOn, createStartSignOn, createViewSignOnWays } from './sign-on-handlers.ts'
import { createEmailSettings } from './email-handlers.ts'
import { createPasskeys } from './passkey-handlers.ts'
import { createProofs } from './proof-handlers.ts'
import { createDeleteAccount, createExportUser } from './privacy-handlers.ts'
import {
  createAddressSettings,
  createChangePassword,
  createMailPreferences,
  createSessionSettings,
  createSignInWays,
  createUpdateUser,
} from './settings-handlers.ts'
import { createCheckAuthentication, createSignOut, createViewUser } from './session-handlers.ts'

const toolsOf = (world: World, house: AccountHouse): AccountTools => ({
  world,
  house,
  passwords: createPasswords(world.ids.token()),
  identity: createIdentityTokens(world),
  limits: createGuessLimits(world),
})

/** The handlers of `account/calls.ts`, by the names of their calls. */
export const createAccountHandlers = (world: World, house: AccountHouse) => {
  const tools = toolsOf(world, house)
  const setPassword = createSetPassword(tools)
  const reset: Handler<typeof resetPassword> = (context, payload) => setPassword(context, payload)
  const providers = createProviders(tools)
  return {
    viewSignOnWays: createViewSignOnWays(tools, providers),
    startSignOn: createStartSignOn(tools, providers),
    googleSignon: createSignOn(tools, providers, 'google'),
    facebookSignon: createSignOn(tools, providers, 'facebook'),
    login: createLogin(tools),
    updateUser: createUpdateUser(tools),
    changePassword: createChangePassword(tools),
    ...createEmailSettings(tools),
    ...createPasskeys(tools),
    ...createProofs(tools),
    ...createSessionSettings(tools),
    ...createSignInWays(tools),
    ...createAddressSettings(tools),
    ...createMailPreferences(tools),
    exportUser: createExportUser(tools),
    deleteAccount: createDeleteAccount(tools),
    viewPasswordLink: createViewPasswordLink(tools),
    setPassword,
    resetPassword: reset,
    recover: createRecover(tools),
    mailPasswordLink: createMailPasswordLink(tools),
    register: createRegister(tools),
    registerResendMail: createRegisterResendMail(tools),
    viewVerifyLink: createViewVerifyLink(tools),
    verifyAccount: createVerifyAccount(tools),
    sendMagicLink: createSendMagicLink(tools),
    viewMagicLink: createViewMagicLink(tools),
    useMagicLink: createUseMagicLink(tools),
    signOut: createSignOut(tools),
    checkAuthentication: createCheckAuthentication(tools),
    viewUser: createViewUser(tools),
  }
}
