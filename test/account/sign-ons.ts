import type { CallContext } from '#platform/call-context.ts'
import { newBrowser } from './account-house.ts'
import type { AccountHouseUnderTest, Browser } from './account-house.ts'
import type { IdentityProvider } from './identity-provider.ts'

/** The shop's return pages, as the provider knows them. */
export const pages = {
  google: 'https://shop.example/sign-on/google',
  facebook: 'https://shop.example/sign-on/facebook',
}

type Provider = 'google' | 'facebook'

/** Somebody with an account at the provider. */
export const person = (sub: string, email = `${sub}@example.com`) => ({
  sub, email, email_verified: true, given_name: 'Mara', family_name: 'Ito',
}) // prettier-ignore

/** What a browser does on its way to the provider and back. */
export const signOns = (house: () => AccountHouseUnderTest, outside: () => IdentityProvider) => {
  const start = async (browser: Browser, provider: Provider = 'google', return_to?: string) => {
    const context = await house().from(browser)
    return (await house().handlers.startSignOn(context, { provider, return_to })).authorization_url
  }
  const answerOf = (back: URL, provider: Provider = 'google') => ({
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
    iss: back.searchParams.get('iss') ?? undefined,
    redirect_url: pages[provider],
  })
  const finish = (context: CallContext, back: URL, provider: Provider = 'google') =>
    provider === 'google'
      ? house().handlers.googleSignon(context, answerOf(back))
      : house().handlers.facebookSignon(context, answerOf(back, provider))
  const signOn = async (
    who: ReturnType<typeof person>,
    browser = newBrowser(),
    provider: Provider = 'google',
  ) => {
    const back = await outside().signIn(who, await start(browser, provider))
    const reply = await finish(await house().from(browser), back, provider)
    return { browser, back, reply }
  }
  return { start, answerOf, finish, signOn }
}
