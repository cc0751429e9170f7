import type { ActionFunctionArgs } from 'react-router'
import { isShopError } from '#shared/errors.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { renderTyped } from '../../web/request/typed-page.ts'
import { previewDeskPart } from '../page-endpoints.ts'
import { sentValues, wordIn } from './catalogue-fields.tsx'
import { typedTexts } from './part-fields.tsx'
import { refusalIn } from './parts/refusal.ts'

/** Shows the page with what is in the form of a part, and saves nothing. */
export const action = async ({ context, params, request }: ActionFunctionArgs): Promise<Response> => {
  const form = await postedForm(request)
  const render = context.get(renderTyped)
  const values = sentValues(typedTexts(form))
  try {
    const { shown, problems } = await context.get(shopContext).call(previewDeskPart, {
      page: params['page'] ?? '',
      part: wordIn(form, 'part'),
      values,
    })
    const sentences = shown === null ? problems.map(({ message }) => message) : []
    return await render({ shown, problems: [...new Set(sentences)] })
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    return render({ shown: null, problems: [refusalIn(thrown)] })
  }
}
