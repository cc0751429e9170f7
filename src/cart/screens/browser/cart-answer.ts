/** The cart as a page of the shop shows it; null for a page without one. */
export const cartPageIn = (root: ParentNode): HTMLElement | null =>
  root.querySelector<HTMLElement>('[data-cart-page]')

/** What came back: the cart's page, perhaps with a refusal; a redirect; or nothing that can be shown. */
export type CartAnswer =
  | { readonly kind: 'page'; readonly page: HTMLElement; readonly isRefusal: boolean }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'failed' }

/** Milliseconds after which an answer is not waited for any longer. */
const patienceMs = 20_000

/** Requests the page as it is, or with a form. An address from another site keeps what it offers. */
export const requestCart = async (form: FormData | null): Promise<CartAnswer> => {
  try {
    const answer = await fetch(location.href, {
      credentials: 'same-origin',
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      ...(form === null ? {} : { method: 'post', body: encoded(form) }),
    })
    if (answer.type === 'opaqueredirect') return { kind: 'redirect' }
    const page = cartPageIn(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    return page ? { kind: 'page', page, isRefusal: !answer.ok } : { kind: 'failed' }
  } catch {
    return { kind: 'failed' }
  }
}

/** As a browser sends a form without files. */
const encoded = (form: FormData): URLSearchParams =>
  new URLSearchParams(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
