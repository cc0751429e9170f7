import { recoveryLinkLifetime } from '#account/rules/session.ts'
import { endsNothing, newBrowser } from './account-app.ts'
import type { TestAccountApp, Browser } from './account-app.ts'

export const password = 'tulips in loam'

/** People of a test: with a password, without one, and what they do in a browser of theirs. */
export const peopleOf = (app: () => TestAccountApp) => {
  const signIn = async (email: string, input = password) => {
    const browser = newBrowser()
    await app().handlers.login(await app().from(browser), { email, password: input })
    return browser
  }
  return {
    signIn,
    /** Somebody who has just set a password by a mailed link. */
    member: async (email: string) => {
      const { accountId } = await app().guest(email)
      const browser = newBrowser()
      const token = await app().link(accountId, recoveryLinkLifetime)
      await app().handlers.setPassword(await app().from(browser), { token, password, ...endsNothing })
      return { accountId, browser, email }
    },
    /** Somebody who signs in by mailed links alone. */
    withoutPassword: async (email: string) => {
      const { accountId } = await app().guest(email)
      const browser = newBrowser()
      await app().handlers.sendMagicLink(await app().from(browser), { email })
      const [mail] = (await app().mails()).filter(({ to }) => to === email)
      await app().handlers.useMagicLink(await app().from(browser), { id: mail?.token ?? '' })
      return { accountId, browser, email }
    },
    prove: async (browser: Browser, input = password) =>
      app().handlers.proveByPassword(await app().from(browser), { proof_password: input }),
    /** What was mailed to somebody since the last call. */
    mailsTo: async (email: string) => (await app().mails()).filter(({ to }) => to === email),
  }
}
