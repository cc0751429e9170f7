import { defaultCurrency, shopCurrencyOf } from '#shared/shop-currency.ts'
import { pageShown } from '#ui/browser/page-shown.ts'
import type { CardEntry } from '../endpoints.ts'
import { cardText } from './card-source.ts'
import type { CardSource, CardTerms } from './card-source.ts'
import { interceptPaySubmits, pressPay } from './intercepted-submit.ts'
import type { PayButton } from './intercepted-submit.ts'
import { openCard } from './open-card.ts'

/** The processor's field as the server has drawn its place. */
const entryOf = ({ dataset }: HTMLElement): CardEntry => {
  const address = dataset['cardAddress'] ?? ''
  return dataset['cardField'] === 'stripe'
    ? { processor: 'stripe', publishable_key: address }
    : { processor: 'sandbox', field_url: address }
}

const termsOf = ({ dataset: { amount = '', currency = '', saves } }: HTMLElement): CardTerms => ({
  amountCents: Number(amount),
  currency: shopCurrencyOf(currency) ?? defaultCurrency,
  savesCard: saves !== undefined,
})

const payButtonOf = ({ dataset: { payName = '', payValue = '' } }: HTMLElement): PayButton => ({
  name: payName,
  value: payValue,
})

/** What needs another field when it changes. */
const fieldKey = ({ dataset }: HTMLElement): string =>
  JSON.stringify([dataset['cardField'], dataset['cardAddress'], dataset['saves'] !== undefined])

/** Whether the form pays with the field, and not with a saved card beside it. */
const isChosen = (form: HTMLFormElement, { dataset: { choice, choiceValue } }: HTMLElement): boolean =>
  choice === undefined || new FormData(form).get(choice) === choiceValue

interface Places {
  readonly element: HTMLElement
  readonly form: HTMLFormElement
  readonly tokenInput: HTMLInputElement
  readonly field: HTMLElement
  readonly message: HTMLElement
}

const placesIn = (element: HTMLElement): Places | null => {
  const form = element.closest('form')
  const tokenInput = element.querySelector<HTMLInputElement>('input[name="card_token"]')
  const field = element.querySelector<HTMLElement>('[data-card-frame]')
  const message = element.querySelector<HTMLElement>('[data-card-message]')
  return form && tokenInput && field && message ? { element, form, tokenInput, field, message } : null
}

/** A field that another one may replace before it has opened. */
const createOpener = ({ element, form, field }: Places, showMessage: (message: string) => void) => {
  let key = ''
  let source: CardSource | null = null
  let round = 0

  const close = (): void => {
    round += 1
    source?.remove()
    source = null
  }

  const open = async (): Promise<void> => {
    close()
    const mine = round
    key = fieldKey(element)
    const opened = await openCard(field, entryOf(element), termsOf(element), () =>
      pressPay(form, payButtonOf(element)),
    )
    if (mine === round) source = opened
    else opened.remove()
  }

  /** The field stays with what is typed in it, unless it has to be another one. */
  const follow = (): void => {
    if (key === fieldKey(element)) source?.setAmount(termsOf(element).amountCents)
    else open().catch(() => showMessage(cardText('NoAnswer')))
  }

  return { follow, close, source: () => source }
}

const openField = (places: Places) => {
  const { element, form, tokenInput, message } = places
  const showMessage = (text: string): void => message.replaceChildren(text)
  const opener = createOpener(places, showMessage)
  const stop = interceptPaySubmits({
    form,
    tokenInput,
    payButton: payButtonOf(element),
    source: opener.source,
    isNeeded: () => isChosen(form, element),
    showMessage,
  })
  opener.follow()
  const remove = (): void => {
    stop()
    opener.close()
  }
  return { element, follow: opener.follow, remove }
}

/**
 * The processor's card field in a form of this page. A submit that pays waits until a token is in the hidden input
 * `card_token`; without one the reason is shown.
 */
export const watchCardField = (): void => {
  let shown: ReturnType<typeof openField> | null = null
  const follow = (): void => {
    const element = document.querySelector<HTMLElement>('[data-card-field]')
    if (element !== null && element === shown?.element) return shown.follow()
    shown?.remove()
    const places = element && placesIn(element)
    shown = places && openField(places)
  }
  follow()
  document.addEventListener(pageShown, follow)
}
