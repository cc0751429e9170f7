import type { ShopContext } from '#app/shop-context.ts'
import { mailPasswordLink } from '../calls.ts'
import { removePasskey, renamePasskey } from '../passkey-calls.ts'
import { changeEmail } from '../email-calls.ts'
import {
  changePassword,
  disconnectSignOn,
  revokeSession,
  signOutEverywhere,
  updateUser,
} from '../settings-calls.ts'
import { SignOnProvider } from '../sign-on-calls.ts'
import { endedWays } from './ended-ways.tsx'
import { formText } from './form-text.ts'

/** Makes the call of a form and answers where the browser goes on. */
type Wish = (call: ShopContext['call'], typed: (name: string) => string, form: FormData) => Promise<string>

/** What the buttons of the settings ask for, by their values. */
const wishes: ReadonlyMap<string, Wish> = new Map<string, Wish>([
  [
    'names',
    async (call, typed) => {
      const names = { firstName: typed('firstName'), lastName: typed('lastName'), phone: typed('phone') }
      await call(updateUser, names)
      return '/account?done=names'
    },
  ],
  [
    'password',
    async (call, typed, form) => {
      const password = { current_password: typed('current_password'), password: typed('password') }
      await call(changePassword, { ...password, ...endedWays(form) })
      return '/account?done=password'
    },
  ],
  [
    'email',
    async (call, typed) => {
      await call(changeEmail, { new_email: typed('new_email') })
      return '/account?done=email'
    },
  ],
  [
    'disconnect',
    async (call, typed) => {
      const provider = SignOnProvider.safeParse(typed('provider'))
      if (provider.success) await call(disconnectSignOn, { provider: provider.data })
      return '/account?done=disconnected'
    },
  ],
  [
    'rename-passkey',
    async (call, typed) => {
      await call(renamePasskey, { id: typed('id'), name: typed(`name-${typed('id')}`) })
      return '/account?done=names'
    },
  ],
  [
    'remove-passkey',
    async (call, typed) => {
      await call(removePasskey, { id: typed('id') })
      return '/account?done=passkey-removed'
    },
  ],
  [
    'session',
    async (call, typed) => {
      await call(revokeSession, { id: typed('id') })
      return '/account?done=session'
    },
  ],
  [
    'everywhere',
    async (call, _typed, form) => {
      await call(signOutEverywhere, endedWays(form))
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

/** Does what a form of the settings asks for; answers where the browser goes on. A form that asks for nothing changes nothing. */
export const doWish = async (form: FormData, { call }: Pick<ShopContext, 'call'>): Promise<string> =>
  (await wishes.get(formText(form, 'wish'))?.(call, (name) => formText(form, name), form)) ?? '/account'
