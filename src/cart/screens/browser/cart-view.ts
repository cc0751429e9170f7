import { browserTime } from '../../browser/browser-time.ts'
import { mirrorCart } from '../../browser/cart-mirror.ts'
import { focusAgain, focusedPlace, showValues, typedTexts } from './cart-fields.ts'
import { createCartWallet } from './cart-wallet.ts'
import { copyAttributes } from './copy-attributes.ts'
import { storePromoCode } from '../../browser/stored-promo-code.ts'

/** The part that scripts draw into; it follows the page by itself. */
const walletPart = 'wallet'

type Parts = ReadonlyMap<string, HTMLElement>

const partsOf = (page: Element): Parts =>
  new Map(
    [...page.querySelectorAll<HTMLElement>('[data-cart-part]')].map((part) => [
      part.dataset['cartPart'] ?? '',
      part,
    ]),
  )

const hasSameParts = (some: Parts, others: Parts): boolean =>
  some.size === others.size && [...some.keys()].every((name) => others.has(name))

/** A picture that is loaded already stays, so that none flickers. */
const keepPictures = (before: Element, after: Element): void => {
  const loaded = new Set(before.querySelectorAll('img'))
  for (const picture of after.querySelectorAll('img')) {
    const same = [...loaded].find(({ src, sizes }) => src === picture.src && sizes === picture.sizes)
    if (!same) continue
    loaded.delete(same)
    picture.replaceWith(same)
  }
}

const replaceContents = (before: Element, after: Element): void => {
  keepPictures(before, after)
  before.replaceChildren(...after.childNodes)
}

const itemsIn = (page: HTMLElement): Record<string, number> => JSON.parse(page.dataset['items'] ?? '{}')

/** Brings what a refusal says into the window; the summary of errors has the focus as well. */
const showRefusal = (page: Element): void => {
  page.querySelector<HTMLElement>('[autofocus]')?.focus()
  page.querySelector('[data-refused]')?.scrollIntoView({ block: 'nearest' })
}

/** What the page says of itself: the event, what is recorded, and the total. */
const replaceFacts = (page: Element, after: Element): void => {
  const event = after.querySelector('template[data-event]')
  if (event) page.querySelector('template[data-event]')?.replaceWith(event)
  copyAttributes(after, page, ['data-items', 'data-promo-code'])
  // A live region speaks when its text changes, not when it is replaced.
  const [status, said] = [page, after].map((one) => one.querySelector('[data-cart-status]'))
  if (status && status.textContent !== said?.textContent) status.textContent = said?.textContent ?? ''
}

interface ShownAnswer {
  readonly page: HTMLElement
  readonly isRefusal: boolean
  /** The form that it answers; null for none. */
  readonly sent: FormData | null
}

/**
 * Keeps the page of the cart and the browser's own record of it (spec §9) in sync with what the server renders. Only the
 * parts that differ from the last answer are replaced: nobody loses what they type, and no picture flickers. `refresh`: the
 * page may show prices that are no more.
 */
export const createCartView = (page: HTMLElement, refresh: () => void) => {
  const wallet = createCartWallet(page, refresh)
  let rendered = new Map([...partsOf(page)].map(([name, part]) => [name, part.innerHTML]))
  let hadCode = false

  const record = (): void => {
    const code = page.dataset['promoCode'] ?? null
    mirrorCart(localStorage, itemsIn(page), window)
    // A cart that never had a code says nothing about the one that the browser has stored.
    if (code !== null || hadCode) storePromoCode(localStorage, code, browserTime())
    hadCode = code !== null
  }

  const replaceParts = (after: HTMLElement): void => {
    const [old, next] = [partsOf(page), partsOf(after)]
    const texts = new Map([...next].map(([name, part]) => [name, part.innerHTML]))
    if (hasSameParts(old, next)) {
      for (const [name, part] of next)
        if (name === walletPart) wallet.follow(part)
        else if (texts.get(name) !== rendered.get(name)) replaceContents(old.get(name) ?? page, part)
    } else {
      wallet.remove()
      page.querySelector('[data-cart-content]')?.replaceWith(after.querySelector('[data-cart-content]') ?? '')
      wallet.start()
    }
    rendered = texts
  }

  const show = ({ page: after, isRefusal, sent }: ShownAnswer): void => {
    const place = focusedPlace(page)
    const typed = typedTexts(page, sent)
    replaceFacts(page, after)
    replaceParts(after)
    showValues(page, typed)
    if (place) focusAgain(page, place)
    if (isRefusal) showRefusal(page)
    record()
  }

  record()
  wallet.start()
  return { show }
}
