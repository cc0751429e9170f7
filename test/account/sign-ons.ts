import type { RequestContext } from '#platform/request-context.ts'
import { newBrowser } from './account-app.ts'
import type { TestAccountApp, Browser } from './account-app.ts'
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
export const signOns = (app: () => TestAccountApp, outside: () => IdentityProvider) => {
  const start = async (browser: Browser, provider: Provider = 'google', return_to?: string) => {
    const context = await app().from(browser)
    return (await app().handlers.startSignOn(context, { provider, return_to })).authorization_url
  }
  const callbackOf = (back: URL, provider: Provider = 'google') => ({
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
    iss: back.searchParams.get('iss') ?? undefined,
    redirect_url: pages[provider],
  })
  const finish = (context: RequestContext, back: URL, provider: Provider = 'google') =>
    provider === 'google'
      ? app().handlers.googleSignon(context, callbackOf(back))
      : app().handlers.facebookSignon(context, callbackOf(back, provider))
  const signOn = async (
    who: ReturnType<typeof person>,
    browser = newBrowser(),
    provider: Provider = 'google',
  ) => {
    const back = await outside().signIn(who, await start(browser, provider))
    const reply = await finish(await app().from(browser), back, provider)
    return { browser, back, reply }
  }
  return { start, callbackOf, finish, signOn }
}
