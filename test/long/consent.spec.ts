import { expectAllowedFields, openCapture, test } from '../browser/consent-capture.ts'

/** All 32 choices, as the cookie holds them. */
const choices = Array.from(
  { length: 32 },
  (_, at) =>
    ['C0001', 'C0002', 'C0003', 'C0004', 'C0005']
      .filter((_group, bit) => Math.floor(at / 2 ** bit) % 2 === 1)
      .join(',') || 'C0001',
)

for (const signal of [false, true]) {
  test(`under each of the 32 consent choices exactly the allowed fields are sent, ${signal ? 'with' : 'without'} Global Privacy Control`, async ({
    recorder,
    context,
  }) => {
    const page = await openCapture(context, signal)
    for (const choice of choices) await expectAllowedFields(page, recorder, choice, signal)
  })
}
