// The vocabulary of pasted signals in French, English, Spanish and Italian.

export type Concept =
  | 'buy'
  | 'sell'
  | 'buy_stop'
  | 'sell_stop'
  | 'buy_limit'
  | 'sell_limit'
  | 'buy_zone'
  | 'sell_zone'
  | 'stop'
  | 'target'
  | 'entry'
  | 'at'
  | 'join'
  | 'limit'
  | 'market'
  | 'above'
  | 'below'
  | 'risk'
  | 'validity'
  | 'ratio'
  | 'pips'
  | 'lots'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'scalp'
  | 'intraday'
  | 'swing'
  | 'timeframe'
  | 'daily'
  | 'filler'

const PHRASES: Record<Concept, string> = {
  buy: 'buy|buying|buys|long|go long|achat|acheter|achete|achetez|achats|a l achat|compra|comprar|compre|compramos|largo|en largo|achetons|on achete|j achete|je rentre long|a l achat sur|acquisto|acquistare|acquista|acquistiamo|compriamo|compro|comprare|compramos|largos|lungo',
  sell: 'vente a decouvert|sell|selling|sells|short|go short|vente|vendre|vends|vendez|ventes|a la vente|venta|vender|vende|vendemos|corto|en corto|vendons|on vend|vend|je vends|cortos|vendita|vendere|vendi|vendo|vendiamo',
  buy_stop:
    'buy stop|achat stop|stop achat|stop d achat|ordre stop d achat|compra stop|stop de compra|acquisto stop|stop di acquisto|buystop',
  sell_stop:
    'sell stop|vente stop|stop vente|stop de vente|venta stop|stop de venta|vendita stop|stop di vendita|sellstop',
  buy_limit:
    'buylimit|buy limit|achat limite|compra limitada|compra limite|acquisto limite|achat a cours limite',
  sell_limit:
    'selllimit|sell limit|vente limite|venta limitada|venta limite|vendita limite|vente a cours limite',
  buy_zone: 'buy zone|buying zone|zone d achat|zona de compra|zona di acquisto|buy area|buy limit zone',
  sell_zone: 'sell zone|selling zone|zone de vente|zona de venta|zona di vendita|sell area',
  stop: 'sl|s l|stop|stops|stop loss|stoploss|stoplos|stop de protection|stop de perdida|limite de perdidas|perdita massima|invalidation|protection|protezione|proteccion|safety|coupe|couper|coupons|on coupe|je coupe|cut|cutting|cut loss|i cut|cortamos|perte max|perte maximale|perdida maxima|perdida|tagliamo|taglio|salimos|usciamo|out|sortie si|on sort',
  target:
    'tp|t p|tps|take profit|takeprofit|take profits|take profit levels|target levels|target|targets|tgt|objectif|objectifs|obj|cible|cibles|objetivo|objetivos|obiettivo|obiettivi|prise de profit|toma de beneficios|profit target|vise|viser|visons|on vise|je vise|aim|aiming|aiming for|aim for|buscamos|busco|apuntamos a|puntiamo|puntiamo a|profit|profits|profitto|beneficio|beneficios|cash out|bank|t',
  entry:
    'entry level|entry point|entry|entries|enter|entry price|entry zone|entree|entrees|prix d entree|zone d entree|point d entree|entrer|zone|entrada|entradas|zona|zona de entrada|precio de entrada|precio|ingresso|entrata|prezzo d ingresso|prezzo di ingresso|zona di ingresso|zona d ingresso|zona di entrata|prezzo|price|prix|open price|range|ep',
  at: 'at|around|vers|autour de|autour|cerca de|intorno a|about|near|from|desde|entre|between|tra|de|en|da',
  join: 'to|a|and|et|y|e|au|until|till|til|jusqu a|jusqu au|jusque|hasta|hasta las|hasta la|fino a|fino alle|fino al|ou|puis|et puis|then|and then|luego|y luego|poi|e poi',
  limit:
    'limit|limite|lmt|a cours limite|ordre limite|limit order|orden limite|ordine limite|limitada|limitata',
  market:
    'market|at market|now|instant|market execution|cmp|current price|au marche|marche|maintenant|a mercado|mercado|ahora|a mercato|al mercato|mercato|adesso|market order|ordre au marche|orden a mercado|ordine a mercato|right now|prix actuel|subito',
  above:
    'above|over|breakout above|break above|breakout|au dessus|au dessus de|cassure|cassure de|por encima de|por encima|ruptura de|sopra|rottura di|rottura',
  below:
    'below|under|break below|en dessous de|en dessous|sous|por debajo de|por debajo|sotto|al di sotto di',
  risk: 'risk|risquez|risquer|risking|arriesga|arriesgamos|rischiamo|risque|riesgo|rischio|lot size|risk per trade',
  validity:
    'valid|validity|valid for|validite|valable|valide|valida|valido|good till|good until|good for|validez|validita|expire|expires|expiry|expiration|scadenza|vence',
  ratio: 'rr|r r|risk reward|risk reward ratio|ratio|ratio risque rendement|risque rendement|crv',
  pips: 'pips|pip|points|point|pts|pt|puntos|punto|punti|ticks',
  lots: 'lot|lots|lotes|lotti|lotto',
  minutes: 'min|mins|mn|minute|minutes|minuto|minutos|minuti',
  hours: 'h|hours|hour|hrs|heures|heure|horas|hora|ore|ora',
  days: 'days|day|jours|jour|dias|dia|giorni|giorno',
  scalp: 'scalp|scalping|scalper',
  intraday: 'intraday|intra day|day trade|day trading|daytrade|intragiornaliero|intradia',
  swing: 'swing|swing trade|swing trading',
  timeframe: 'tf|timeframe|time frame|ut|unite de temps|temporalidad|marco temporal',
  daily: 'daily|journalier|journaliere|diario|giornaliero',
  filler:
    'signal|signals|signaux|senal|segnale|new|nouveau|nuevo|nuovo|trade|forex|fx|pair|paire|par|coppia|the|le|la|les|du|des|sur|on|di|del|il|order|ordre|orden|ordine|position|setup|alert|alerte|live|vip|free|premium|long term|short term|long terme|court terme|pending|in|for|pour|dans|within|entro|dentro de|actif|pendant|per|por|is|with|avec|con|idea|type|side|direction|action|symbol|instrument|actif|name|l|d|j|si|if|gtc|id|our|my|mon|notre|nos|mi|nuestro|nuestra|mio|nostro|nostra|first|second|third|1st|2nd|3rd|1er|premier|deuxieme|troisieme|primer|primero|segundo|tercero|primo|secondo|terzo|second|here|ici|aqui|qui|i|m|am|we|je|nous|we are|el|los|las|lo|un|una|su|sul|sulla|sull|nel|nella|entramos|entriamo|entrons|on entre|je rentre|euro',
}

/** Words of everyday language that name a level only if a price follows them: "we cut at 1.0805", "profit 1.0900". */
const SOFT =
  /^(?:protection|protezione|proteccion|safety|(?:on |je |i )?(?:coupe|cut)|couper|coupons|cutting|cortamos|tagliamo|taglio|salimos|usciamo|out|sortie si|on sort|(?:on |je )?vise|viser|visons|aim|aiming|aiming for|aim for|buscamos|busco|puntiamo|puntiamo a|profits?|profitto|beneficios?|bank|perdida)$/
export const isSoft = (phrase: string): boolean => SOFT.test(folded(phrase))

const CONCEPTS = new Map(
  Object.entries(PHRASES).flatMap(([concept, phrases]) =>
    phrases.split('|').map((phrase) => [phrase, concept as Concept] as const),
  ),
)

/** The longest phrase, in words. */
export const LONGEST_PHRASE = 5

/** The concept of a phrase that is already folded and joined by single spaces. */
export function conceptOf(phrase: string): Concept | undefined {
  return CONCEPTS.get(phrase)
}

/** A word in the vocabulary's form: lower case, without accents. */
export function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
