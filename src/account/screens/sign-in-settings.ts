import type { LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { listPasskeys } from '../passkey-endpoints.ts'
import { viewSignInMethods } from '../settings-endpoints.ts'

/** The sign-in methods of a member. Agents cannot see them: they get the first page that they can. */
export const readSignInMethods = async ({ context }: Pick<LoaderFunctionArgs, 'context'>) => {
  const { actor, call } = context.get(shopContext)
  if (actor.kind === 'agent') throw redirect('/account/settings/addresses', 303)
  const signInMethods = await call(viewSignInMethods, {})
  const { passkeys } = await call(listPasskeys, {})
  const providers = signInMethods.providers.flatMap(({ provider, connected }) =>
    connected ? [provider] : [],
  )
  return { signInMethods, passkeys, otherMethods: { providers, passkeys } }
}
