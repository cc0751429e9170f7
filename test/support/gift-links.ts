import type { TestShop } from './shop.ts'

/** The tokens of the links to gifts that were mailed to somebody, oldest first. */
export const linksTo = async (shop: Pick<TestShop, 'mails'>, email: string): Promise<string[]> =>
  (await shop.mails(email)).flatMap(({ text }) => /\/gift\/claim\/([\w.-]+)/.exec(text)?.[1] ?? [])
