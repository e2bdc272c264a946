// Classifies a pasted text: a new signal, a result, or an instruction about an open signal. Only new signals are read into the
// composer: otherwise a stop from "SL hit" or a price from "close at 1.0900" would be published.
import { folded } from './signal-words.ts'

export type MessageKind = 'signal' | 'result' | 'update'

const LEVEL = String.raw`(?:tps?|t[./]p\.?|sl|s[./]l\.?|targets?|objectifs?|obj|cibles?|objetivos?|obiettiv[oi]|take ?profits?|stop(?: ?loss)?)`
const BEEN = `(?:is|was|has been|have been|got|a ete|ont ete|est|sont|ha sido|fue|e stat[oa]|sono stati|already|deja|ya|gia|now|:|-)`
const HIT = `(?:hit|hits|reached|done|smashed|achieved|touched|triggered|completed|cleared|touchee?s?|atteinte?s?|valide[es]*|pris|realise[es]*|alcanzad[oa]s?|tocad[oa]s?|cumplid[oa]s?|logrado|saltado|raggiunt[oaie]|pres[oi]|toccat[oaie]|colpit[oaie]|centrat[oi])`
const TICK = '[✅✔☑💰💸🤑🏆💯🎉]'

const RESULTS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${LEVEL}\W{0,3}\d?(?:\W{1,3}(?:and|et|y|e|&)?\W{0,3}\d)*\W{0,3}(?:${BEEN}\W{1,3}){0,2}${HIT}\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b${HIT}\W{1,3}(?:our|notre|le|la|el|il|the|first|premier|all|tous)?\W{0,2}(?:les\W)?${LEVEL}\W?\d?\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:tps?|t[./]p\.?|targets?|objectif|objetivo|obiettivo)\W{0,3}\d?\W{0,3}${TICK}\W*$`,
    'u',
  ),
  /\b(?:stopped out|stop out|out at be|closed (?:at|in|with)|cloturee? (?:a|en|avec)|ferme a|cerrad[oa] (?:en|a|con)|chius[oa] (?:a|in|con)|running in profit|now running|in profit now|en profit|en ganancia|in guadagno|in profitto)\b/u,
  /\b(?:weekly|daily|monthly|today'?s|yesterday'?s)\W+(?:results?|recap|report)\b|\b(?:resultats?|bilan|recap|resumen|resultados?|risultati|riepilogo)\b/u,
]
/** Gains, in a text that is otherwise not a signal. */
const GAIN =
  /[+]\s?\d+(?:[.,]\d+)?\s?(?:pips?|points?|pts|puntos|punti|r\b|%|\$|€)|\b\d+\s?pips?\s(?:profit|gagnes?|de gain|ganados|guadagnati|in profit)|\b(?:running|boom)\b/u

const UPDATES: readonly RegExp[] = [
  /\b(?:move|set|trail|shift|bring|put|deplace[rz]?|passe[rz]?|remonte[rz]?|descend(?:re|ez)|mette[rz]|mover|mueva[ns]?|muev[ea]n?|subir|bajar|poner|sposta(?:re|te)?|portare|porta(?:te)?|mett(?:ere|ete|i))\b.{0,24}\b(?:sl|s\/l|stop(?: ?loss)?)\b/u,
  /\b(?:sl|s\/l|stop(?: ?loss)?)\b.{0,12}\b(?:to|at|a|au|en|in|sur|su)\b.{0,12}\b(?:be|b\/e|break ?-?even|breakeven|entry|entree|entrada|entrata|ingresso|pareggio|prix d.entree)\b/u,
  /\b(?:close|exit|cloture[rz]?|ferme[rz]|coupe[rz]|cerrar|cerramos|cierren?|chiudere|chiudete|chiudiamo|usciamo)\b.{0,16}\b(?:now|all|half|partials?|trade|position|manually|everything|\d+ ?%|maintenant|tout|moitie|partiel(?:le)?|ahora|todo|mitad|adesso|tutto|meta)\b/u,
  /\b(?:cancel(?:led)?|annule[rz]?|annulee|delete|remove|cancelar|cancelamos|cancelad[oa]|annullare|annullato|cancellare)\b/u,
  /\b(?:secure|securise[rz]?|book (?:some )?profits?|take (?:some )?(?:partials?|profits now)|prene[zr] (?:des )?(?:partiels?|profits)|asegur(?:ar|en|amos)|proteg(?:er|ete|gere)|hold(?:ing)? (?:it|on))\b/u,
]
/** "Once TP1 is hit, close half" is a plan, not a report. */
const CONDITION =
  /\b(?:when|once|after|if|as soon as|until|upon|before|quand|une fois|apres|des que|des qu|si|lorsque|jusqu|avant|cuando|una vez|tras|despues|hasta|quando|una volta|dopo|appena|se|finche|al|when)\b/u

export type Reported = { kind: MessageKind; start: number; end: number }

/** The lines that report a result or give an instruction about an open signal, unconditionally. */
export function reportsIn(source: string): Reported[] {
  const found: Reported[] = []
  let start = 0
  for (const line of source.split('\n')) {
    const plain = folded(line)
      .replace(/[’‘]/g, "'")
      .replace(/[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu, '')
    const end = start + line.length
    if (RESULTS.some((shape) => shape.test(plain))) {
      if (!CONDITION.test(plain)) found.push({ kind: 'result', start, end })
    } else if (UPDATES.some((shape) => shape.test(plain))) {
      if (!CONDITION.test(plain)) found.push({ kind: 'update', start, end })
    }
    start = end + 1
  }
  return found
}

/** Whether the text mentions a gain: sufficient if it is not a complete signal. */
export const tellsGain = (source: string): boolean => GAIN.test(folded(source))

/** A tick after a target's price: an ornament, or the report that it was reached. */
export const ticksTargets = (source: string): boolean =>
  /\b(?:tp|target|objectif|objetivo|obiettivo)\W{0,3}\d?\W{0,4}\d+(?:[.,]\d+)*[^\p{L}\n]{0,3}[✅✔☑]/iu.test(
    source,
  )
