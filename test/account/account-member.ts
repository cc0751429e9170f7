import { recoveryLinkLife } from '#account/rules/session-limits.ts'
import { endsNothing, newBrowser } from './account-house.ts'
import type { AccountHouseUnderTest, Browser } from './account-house.ts'

export const password = 'tulips in loam'

/** People of a test: with a password, without one, and what they do in a browser of theirs. */
export const peopleOf = (house: () => AccountHouseUnderTest) => {
  const signIn = async (email: string, typed = password) => {
    const browser = newBrowser()
    await house().handlers.login(await house().from(browser), { email, password: typed })
    return browser
  }
  return {
    signIn,
    /** Somebody who has just set a password by a mailed link. */
    member: async (email: string) => {
      const { accountId } = await house().guest(email)
      const browser = newBrowser()
      const token = await house().link(accountId, recoveryLinkLife)
      await house().handlers.setPassword(await house().from(browser), { token, password, ...endsNothing })
      return { accountId, browser, email }
    },
    /** Somebody who signs in by mailed links alone. */
    withoutPassword: async (email: string) => {
      const { accountId } = await house().guest(email)
      const browser = newBrowser()
      await house().handlers.sendMagicLink(await house().from(browser), { email })
      const [mail] = (await house().mails()).filter(({ to }) => to === email)
      await house().handlers.useMagicLink(await house().from(browser), { id: mail?.token ?? '' })
      return { accountId, browser, email }
    },
    prove: async (browser: Browser, typed = password) =>
      house().handlers.proveByPassword(await house().from(browser), { proof_password: typed }),
    /** What was mailed to somebody since the last look. */
    mailsTo: async (email: string) => (await house().mails()).filter(({ to }) => to === email),
  }
}
