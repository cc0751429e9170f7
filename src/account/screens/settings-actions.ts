import type { ActionFunctionArgs } from 'react-router'
import { data, redirect } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { mailPasswordLink } from '../endpoints.ts'
import { removePasskey, renamePasskey } from '../passkey-endpoints.ts'
import { changeEmail } from '../email-endpoints.ts'
import {
  changeLanguage,
  changePassword,
  disconnectSignOn,
  revokeSession,
  signOutEverywhere,
  updateUser,
} from '../settings-endpoints.ts'
import { localAddress } from '#shared/locale-path.ts'
import { defaultLocale, localeOf } from '#shared/locale.ts'
import { settingsPaths } from '../rules/settings-paths.ts'
import { SignOnProvider } from '../sign-on-endpoints.ts'
import { endedSignInMethods } from './ended-sign-in-methods.tsx'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import { acceptProof, requestProofIfRequired } from './proof-step.ts'

/** Calls the endpoint of a form and returns where the browser goes next. */
type SettingsAction = (
  call: ShopContext['call'],
  fieldValue: (name: string) => string,
  form: FormData,
  publicUrl: string,
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
      return `${settingsPaths.profile}?done=names`
    },
  ],
  [
    'language',
    async (call, fieldValue, _form, publicUrl) => {
      const { locale } = await call(changeLanguage, { locale: fieldValue('locale') })
      // A whole address: the page may be in another language than this one.
      const address = `${settingsPaths.profile}?done=language`
      return `${publicUrl}${localAddress(address, localeOf(locale) ?? defaultLocale)}`
    },
  ],
  [
    'password',
    async (call, fieldValue, form) => {
      const password = { current_password: fieldValue('current_password'), password: fieldValue('password') }
      await call(changePassword, { ...password, ...endedSignInMethods(form) })
      return `${settingsPaths.signIn}?done=password`
    },
  ],
  [
    'email',
    async (call, fieldValue) => {
      await call(changeEmail, { new_email: fieldValue('new_email') })
      return `${settingsPaths.profile}?done=email`
    },
  ],
  [
    'disconnect',
    async (call, fieldValue) => {
      const provider = SignOnProvider.safeParse(fieldValue('provider'))
      if (provider.success) await call(disconnectSignOn, { provider: provider.data })
      return `${settingsPaths.signIn}?done=disconnected`
    },
  ],
  [
    'rename-passkey',
    async (call, fieldValue) => {
      await call(renamePasskey, { id: fieldValue('id'), name: fieldValue(`name-${fieldValue('id')}`) })
      return `${settingsPaths.signIn}?done=names`
    },
  ],
  [
    'remove-passkey',
    async (call, fieldValue) => {
      await call(removePasskey, { id: fieldValue('id') })
      return `${settingsPaths.signIn}?done=passkey-removed`
    },
  ],
  [
    'session',
    async (call, fieldValue) => {
      await call(revokeSession, { id: fieldValue('id') })
      return `${settingsPaths.devices}?done=session`
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
      return `${settingsPaths.signIn}?done=mailed`
    },
  ],
])

/**
 * Runs the action of a form of the settings; returns where the browser goes next. A form without an action changes
 * nothing.
 */
const runSettingsAction = async (
  form: FormData,
  { call, publicUrl }: Pick<ShopContext, 'call' | 'publicUrl'>,
): Promise<string> => {
  const action = settingsActions.get(formText(form, 'intent'))
  const next = await action?.(call, (name) => formText(form, name), form, publicUrl)
  return next ?? settingsPaths.profile
}

/** The value of a field after a refusal; never a password. Null for a field of another form. */
const enteredValues = (form: FormData) => {
  const typed = (name: string): string | null => (form.has(name) ? formText(form, name) : null)
  return {
    firstName: typed('firstName'),
    lastName: typed('lastName'),
    phone: typed('phone'),
    newEmail: typed('new_email'),
  }
}

/** The action of each page of the settings that changes the account itself; asks for a proof where one is required. */
export const settingsAction = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const shop = context.get(shopContext)
  const proofPrompt = await acceptProof(shop, form)
  if (proofPrompt) return proofPrompt
  try {
    return redirect(await runSettingsAction(form, shop), 303)
  } catch (thrown) {
    const requiredProof = await requestProofIfRequired(shop, form, thrown)
    if (requiredProof) return requiredProof
    const failure = formFailure(thrown)
    return data({ failure, typed: enteredValues(form) }, { status: failure.status })
  }
}
