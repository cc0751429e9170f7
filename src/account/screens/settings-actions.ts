import type { ShopContext } from '#web/request/shop-context.ts'
import { mailPasswordLink } from '../endpoints.ts'
import { removePasskey, renamePasskey } from '../passkey-endpoints.ts'
import { changeEmail } from '../email-endpoints.ts'
import {
  changePassword,
  disconnectSignOn,
  revokeSession,
  signOutEverywhere,
  updateUser,
} from '../settings-endpoints.ts'
import { SignOnProvider } from '../sign-on-endpoints.ts'
import { endedSignInMethods } from './ended-sign-in-methods.tsx'
import { formText } from './form-text.ts'

/** Calls the endpoint of a form and returns where the browser goes next. */
type SettingsAction = (
  call: ShopContext['call'],
  fieldValue: (name: string) => string,
  form: FormData,
) => Promise<string>

/** The actions of the settings' buttons, by their values. */
const settingsActions: ReadonlyMap<string, SettingsAction> = new Map<string, SettingsAction>([
  [
    'names',
    async (call, fieldValue) => {
      const names = {
        firstName: fieldValue('firstName'),
        lastName: fieldValue('lastName'),
        phone: fieldValue('phone'),
      }
      await call(updateUser, names)
      return '/account?done=names'
    },
  ],
  [
    'password',
    async (call, fieldValue, form) => {
      const password = { current_password: fieldValue('current_password'), password: fieldValue('password') }
      await call(changePassword, { ...password, ...endedSignInMethods(form) })
      return '/account?done=password'
    },
  ],
  [
    'email',
    async (call, fieldValue) => {
      await call(changeEmail, { new_email: fieldValue('new_email') })
      return '/account?done=email'
    },
  ],
  [
    'disconnect',
    async (call, fieldValue) => {
      const provider = SignOnProvider.safeParse(fieldValue('provider'))
      if (provider.success) await call(disconnectSignOn, { provider: provider.data })
      return '/account?done=disconnected'
    },
  ],
  [
    'rename-passkey',
    async (call, fieldValue) => {
      await call(renamePasskey, { id: fieldValue('id'), name: fieldValue(`name-${fieldValue('id')}`) })
      return '/account?done=names'
    },
  ],
  [
    'remove-passkey',
    async (call, fieldValue) => {
      await call(removePasskey, { id: fieldValue('id') })
      return '/account?done=passkey-removed'
    },
  ],
  [
    'session',
    async (call, fieldValue) => {
      await call(revokeSession, { id: fieldValue('id') })
      return '/account?done=session'
    },
  ],
  [
    'everywhere',
    async (call, _fieldValue, form) => {
      await call(signOutEverywhere, endedSignInMethods(form))
      return '/login'
    },
  ],
  [
    'mail',
    async (call) => {
      await call(mailPasswordLink, {})
      return '/account?done=mailed'
    },
  ],
])

/**
 * Runs the action of a form of the settings; returns where the browser goes next. A form without an action changes
 * nothing.
 */
export const runSettingsAction = async (
  form: FormData,
  { call }: Pick<ShopContext, 'call'>,
): Promise<string> =>
  (await settingsActions.get(formText(form, 'intent'))?.(call, (name) => formText(form, name), form)) ??
  '/account'
