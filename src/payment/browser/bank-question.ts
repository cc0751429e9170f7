import { pollPage } from '#ui/browser/poll-page.ts'

const ask = async ({ dataset: { key = '', secret = '' } }: HTMLElement): Promise<void> => {
  const { askBank } = await import('./ask-bank.ts')
  await askBank({ publishable_key: key, client_secret: secret })
}

/** Where a buyer continues after a refusal by the bank: at the card field. */
const afterRefusal = (page: Document): string | null =>
  page.querySelector<HTMLElement>('[data-after-refusal]')?.dataset['afterRefusal'] ?? null

/**
 * Asks the bank's question of a page; after a reload it is asked again. Meanwhile the page polls the shop: the buyer
 * may have answered in another tab or in the app of their bank.
 */
export const watchBankQuestion = (): void => {
  const element = document.querySelector<HTMLElement>('[data-bank-question]')
  if (element)
    ask(element).then(
      () => element.replaceChildren(element.dataset['answered'] ?? ''),
      () => element.replaceChildren(element.dataset['failed'] ?? ''),
    )
  pollPage(element ? afterRefusal : () => null)
}
