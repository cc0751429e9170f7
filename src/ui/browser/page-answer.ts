import { redirectHeader, scriptedHeader } from '../scripted-request.ts'

/** What came back: the page, perhaps with a refusal; where to go; or nothing that can be shown. */
export type PageAnswer =
  | { readonly kind: 'page'; readonly page: HTMLElement; readonly isRefusal: boolean }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'failed' }

/** Milliseconds after which an answer is not waited for any longer. */
const usualPatienceMs = 20_000

/** Requests this page as it is, or with a form. An address with a query keeps what it says. `find` is its part. */
export const requestPage = async (
  find: (root: ParentNode) => HTMLElement | null,
  form: FormData | null,
  patienceMs = usualPatienceMs,
): Promise<PageAnswer> => {
  try {
    const answer = await fetch(location.href, {
      credentials: 'same-origin',
      headers: { [scriptedHeader]: 'yes' },
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      ...(form === null ? {} : { method: 'post', body: encoded(form) }),
    })
    const to = answer.headers.get(redirectHeader)
    if (to !== null) return { kind: 'redirect', to }
    const page = find(new DOMParser().parseFromString(await answer.text(), 'text/html'))
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
