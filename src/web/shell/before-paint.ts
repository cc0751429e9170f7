import { brand } from '#shared/brand.ts'

/** What an own brand is, for the scripts of the page; encoded, for the reason below. */
const { menu: _menu, pictures: _pictures, translations: _translations, ...facts } = globalThis.shopBrand ?? {}

const brandStatement =
  globalThis.shopBrand === undefined
    ? ''
    : `globalThis.shopBrand=JSON.parse(decodeURIComponent(\`${encodeURIComponent(JSON.stringify(facts)).replaceAll("'", '%27')}\`));`

/**
 * Runs in the head before the first paint, so that personal parts do not flicker: whether scripts run, whether the cart
 * has items, whether a promo code is stored. It is written into the page as text, so it may have none of the characters
 * that HTML escapes; its hash is in the content security policy.
 */
export const beforePaint = `${brandStatement}(function(d){
d.js=\`\`;
try{
if((localStorage.getItem(\`${brand.keys.cartItems}\`)||\`{}\`).includes(\`:\`))d.cart=\`\`;
if(localStorage.getItem(\`${brand.keys.promoCode}\`))d.promo=\`\`;
}catch(blocked){}
})(document.documentElement.dataset)`
