import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '../decimal.ts'
import { INSTRUMENTS, instrument } from '../fixtures/instruments.ts'
import { formatPrice } from '../market/instruments.ts'
import { parseSignalText } from './signal-text.ts'

type Row = {
  text: string
  /** symbol direction order low-high stop targets, in one line. */
  reads: string
  unread?: string[]
  problems?: string[]
  /** The doubts as `key:field`. */
  asks?: string[]
}

const QUOTES: Record<string, { bid: string; ask: string }> = {
  EURUSD: { bid: '1.08550', ask: '1.08562' },
}

const rows: Row[] = [
  {
    text: 'BUY EURUSD 1.0850-60 SL 1.0820 TP1 1.0900 TP2 1.0950',
    reads: 'EURUSD buy market 1.08500-1.08600 sl 1.08200 tp 1.09000@50 1.09500@50',
  },
  {
    text: 'SELL GBPUSD @ 1.2650\nSL: 1.2690\nTP: 1.2570',
    reads: 'GBPUSD sell limit 1.26500-1.26500 sl 1.26900 tp 1.25700@100',
  },
  {
    text: '🔥 Achat GOLD @ 2650-55\n🛑 SL : 2640\n✅ TP1 : 2665 (50%)\n✅ TP2 : 2680',
    reads: 'XAUUSD buy limit 2650.00-2655.00 sl 2640.00 tp 2665.00@50 2680.00@50',
  },
  {
    text: 'Vente EUR/USD à 1,0850 ; stop 1,0880 ; objectif 1,0800',
    reads: 'EURUSD sell stop 1.08500-1.08500 sl 1.08800 tp 1.08000@100',
  },
  {
    text: 'Acheter EURUSD, entrée : 1,0850 à 1,0860, stop loss : 1,0820, objectifs : 1,0900 / 1,0950 / 1,1000',
    reads: 'EURUSD buy market 1.08500-1.08600 sl 1.08200 tp 1.09000@34 1.09500@33 1.10000@33',
  },
  {
    text: 'Compra USDJPY zona 150,20 a 150,40 SL 149,80 TP 150.90/151.40',
    reads: 'USDJPY buy limit 150.200-150.400 sl 149.800 tp 150.900@50 151.400@50',
  },
  {
    text: 'Venta de oro en 2655, stop 2665, objetivo 1: 2645, objetivo 2: 2630',
    reads: 'XAUUSD sell limit 2655.00-2655.00 sl 2665.00 tp 2645.00@50 2630.00@50',
  },
  {
    text: 'Vendita GBP/JPY, ingresso 191.20, stop loss 191.80, obiettivo 190.20',
    reads: 'GBPJPY sell limit 191.200-191.200 sl 191.800 tp 190.200@100',
  },
  {
    text: 'Acquisto limit EUR/USD ingresso 1,0840 SL 1,0810 TP 1,0900',
    reads: 'EURUSD buy limit 1.08400-1.08400 sl 1.08100 tp 1.09000@100',
  },
  {
    text: 'EURUSD BUY LIMIT 1.08500 SL: 30 pips TP: 50 pips',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'BUY STOP EURUSD @ 1.0900\nStop Loss 1.0870\nTake Profit 1.0960',
    reads: 'EURUSD buy stop 1.09000-1.09000 sl 1.08700 tp 1.09600@100',
  },
  {
    text: 'US100 short now 20 150, SL 20 250, TP 1: 20 050, TP 2: 19 900',
    reads: 'NAS100 sell market 20150.0-20150.0 sl 20250.0 tp 20050.0@50 19900.0@50',
  },
  {
    text: 'NAS100 SELL 20,150 SL 20,250 TP 19,900',
    reads: 'NAS100 sell limit 20150.0-20150.0 sl 20250.0 tp 19900.0@100',
  },
  {
    text: 'DAX achat 18.250 stop 18.180 objectif 18.400',
    reads: 'GER40 buy limit 18250.0-18250.0 sl 18180.0 tp 18400.0@100',
  },
  {
    text: 'CAC 40 vente au marché 7 420, SL 7 460, TP 7 340',
    reads: 'FRA40 sell market 7420.0-7420.0 sl 7460.0 tp 7340.0@100',
  },
  {
    text: 'BUY STOP BTC 97.5k sl 96k tp 99,000 / 101,500',
    reads: 'BTCUSD buy stop 97500.00-97500.00 sl 96000.00 tp 99000.00@50 101500.00@50',
  },
  {
    text: '#BTC/USDT LONG\nEntry Zone: 97,000 - 97,500\nTargets: 98,500 - 99,500 - 101,000\nStop: 95,800',
    reads: 'BTCUSD buy limit 97000.00-97500.00 sl 95800.00 tp 98500.00@34 99500.00@33 101000.00@33',
  },
  {
    text: 'ETH long\n1) entry 3,150.50\n2) sl 3,080.00\n3) tp 3,300.25',
    reads: 'ETHUSD buy limit 3150.50-3150.50 sl 3080.00 tp 3300.25@100',
  },
  {
    text: 'XAUUSD SELL\nEntry: 2660/65\nSL: 2672\nTP1: 2652\nTP2: 2645\nTP3: 2630',
    reads: 'XAUUSD sell limit 2660.00-2665.00 sl 2672.00 tp 2652.00@34 2645.00@33 2630.00@33',
  },
  {
    text: 'Gold buy 2650/48 sl 2640 tp 2655/60/70',
    reads: 'XAUUSD buy limit 2648.00-2650.00 sl 2640.00 tp 2655.00@34 2660.00@33 2670.00@33',
  },
  {
    text: 'SIGNAL VIP 🚀\nPaire : EUR-USD\nType : ACHAT\nPrix d’entrée : 1.0855\nSL : 1.0825\nTP1 : 1.0885\nTP2 : 1.0915',
    reads: 'EURUSD buy limit 1.08550-1.08550 sl 1.08250 tp 1.08850@50 1.09150@50',
  },
  {
    text: 'long eurusd at 1.0850, sl at 1.0820, tp at 1.0910',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09100@100',
  },
  {
    text: 'EURUSD\nTP: 1.0900\nSL: 1.0820\nEntry: 1.0850',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
    asks: ['direction_inferred:direction'],
  },
  {
    text: 'EURUSD 📉 1.0850 SL 1.0880 TP 1.0800',
    reads: 'EURUSD sell stop 1.08500-1.08500 sl 1.08800 tp 1.08000@100',
  },
  {
    text: 'Buy above 1.0900 EURUSD. SL 1.0870. TP 1.0960.',
    reads: 'EURUSD buy stop 1.09000-1.09000 sl 1.08700 tp 1.09600@100',
  },
  {
    text: 'Sell above 1.0900 EURUSD, SL 1.0930, TP 1.0840',
    reads: 'EURUSD sell limit 1.09000-1.09000 sl 1.09300 tp 1.08400@100',
  },
  {
    text: 'EURUSD BUY SL1.0820 TP1.0900 @1.0850',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'EURUSD.m sell 1.0850 s/l 1.0880 t/p 1.0800',
    reads: 'EURUSD sell stop 1.08500-1.08500 sl 1.08800 tp 1.08000@100',
  },
  {
    text: 'buy eurusdm 1.0850 stop-loss 1.0820 take-profit 1.0900',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'BUY EURUSD 1.0850 SL 1.0820 50% TP1 1.0900 30% TP2 1.0950 20% TP3 1.1000',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@50 1.09500@30 1.10000@20',
  },
  {
    text: 'BUY EURUSD 1.0850 SL 1.0820 TP1 1.0900 (70%) TP2 1.0950 (30%)',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@70 1.09500@30',
  },
  {
    text: 'SELL EURUSD 1.0850 SL 1.0890 TP 1️⃣ 1.0800 TP 2️⃣ 1.0750',
    reads: 'EURUSD sell stop 1.08500-1.08500 sl 1.08900 tp 1.08000@50 1.07500@50',
  },
  {
    text: 'SELL EURUSD 1.0850 SL 1.0890 TP2 1.0750 TP1 1.0800',
    reads: 'EURUSD sell stop 1.08500-1.08500 sl 1.08900 tp 1.08000@50 1.07500@50',
  },
  {
    text: 'BUY EURUSD 1.0850 SL 1.0820\nTP:\n1) 1.0880\n2) 1.0910\n3) 1.0950\n4) 1.1000',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.08800@25 1.09100@25 1.09500@25 1.10000@25',
  },
  {
    text: 'BUY EURUSD NOW SL 1.0820 TP 1.0900',
    reads: 'EURUSD buy market 1.08562-1.08562 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'Sell GBPUSD now, sl 1.2690 tp 1.2600',
    reads: 'GBPUSD sell market - sl 1.26900 tp 1.26000@100',
    problems: ['missing_level:entry_low'],
  },
  {
    text: 'BUY EURUSD 1.0850 SL 1.0820 (30 pips) TP 1.0900 (50 pips) RR 1:1.67 Risk 1%',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100 risk 1',
  },
  {
    text: 'Achat EURUSD H4 swing, entrée 1,0850, SL 1,0800, TP 1,0950, risque 0,5 %, valable 48 heures',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08000 tp 1.09500@100 risk 0.5 H4 swing 48h',
  },
  {
    text: 'Scalp M5 EURUSD achat limite 1.0850 SL 1.0840 TP 1.0870 valable 45 minutes',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08400 tp 1.08700@100 M5 scalp 45min',
  },
  {
    text: 'Scalp M1 SELL LIMIT XAUUSD 2655 SL 2659 TP 2648 valid 15m',
    reads: 'XAUUSD sell limit 2655.00-2655.00 sl 2659.00 tp 2648.00@100 M1 scalp 15min',
  },
  {
    text: 'Scalping M5 SELL XAUUSD 2655 SL 2659 TP 2648 valid 4h',
    reads: 'XAUUSD sell limit 2655.00-2655.00 sl 2659.00 tp 2648.00@100 M5 scalp 4h',
  },
  {
    text: 'Silver long 31,250 sl 30,900 tp 32,000 daily',
    reads: 'XAGUSD buy limit 31.250-31.250 sl 30.900 tp 32.000@100 D1',
    asks: ['words_between:timeframe'],
  },
  {
    text: 'SELL EURUSD 1.0890-10 SL 1.0940 TP 1.0800',
    reads: 'EURUSD sell limit 1.08900-1.09100 sl 1.09400 tp 1.08000@100',
  },
  {
    text: 'S&P 500 achat 5 950,5 SL 5 920 TP 6 010',
    reads: 'SPX500 buy limit 5950.5-5950.5 sl 5920.0 tp 6010.0@100',
  },
  {
    text: "NASDAQ compra 20'150 stop 20'050 objetivo 20'350",
    reads: 'NAS100 buy limit 20150.0-20150.0 sl 20050.0 tp 20350.0@100',
  },
  {
    text: 'BUY EURUSD 1.0850 SL 1.0820 TP 1.0900,1.0950',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@50 1.09500@50',
  },
  {
    text: 'Buy Gold between 2645 and 2650, stop 2638, target1 2660, target2 2670',
    reads: 'XAUUSD buy limit 2645.00-2650.00 sl 2638.00 tp 2660.00@50 2670.00@50',
  },
  {
    text: 'BUY EURUSD 1.0850 SL 1.0820 TP1 1.0900\nPassez le SL au break-even après TP1, bonne chance !',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
    unread: ['Passez le SL au break-even après TP1', 'bonne chance'],
  },
  {
    text: 'BUY EURUSD 1.0850 SL 1.0820 TP 1.0900 and SELL GBPUSD',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
    asks: ['several_instruments:symbol', 'several_directions:direction'],
  },
  {
    text: 'BUY US30 43,250 SL 43,100 TP 43,600',
    reads: 'US30 buy limit 43.25-43.25 sl 43.1 tp 43.6@100',
    problems: ['unknown_instrument'],
  },
  {
    text: 'BUY EURUSD 1.0850 SL 1.0820 TP 1.0860 1.0870 1.0880 1.0890 1.0900 1.0910',
    reads:
      'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.08600@17 1.08700@17 1.08800@17 1.08900@17 1.09000@16 1.09100@16',
    problems: ['too_many_targets'],
  },
  {
    text: 'EURUSD BUY 1.085012 SL 1.0820 TP 1.0900',
    reads: 'EURUSD buy limit 1.085012-1.085012 sl 1.08200 tp 1.09000@100',
  },
  {
    text: "Achat sur l'or 2650 SL 2640 TP 2670",
    reads: 'XAUUSD buy limit 2650.00-2650.00 sl 2640.00 tp 2670.00@100',
  },
  {
    text: 'Signal : ACHAT EUR/USD\nEntrée entre 1,0850 et 1,0860\nStop à 1,0820\nTP 1 à 1,0900 (50 %), TP 2 à 1,0950 (50 %)',
    reads: 'EURUSD buy market 1.08500-1.08600 sl 1.08200 tp 1.09000@50 1.09500@50',
  },
  {
    text: 'BUY GBPUSD 1.2650 SL 1.2610 TP 1.2700/1.2750/1.2800 (40/30/30)',
    reads: 'GBPUSD buy limit 1.26500-1.26500 sl 1.26100 tp 1.27000@40 1.27500@30 1.28000@30',
  },
  {
    text: 'GOLD SELL 2655 TP 20 40 60 pips SL 50 pips',
    reads: 'XAUUSD sell limit 2655.00-2655.00 sl 2660.00 tp 2653.00@34 2651.00@33 2649.00@33',
    asks: ['computed:stop_loss', 'computed:targets'],
  },
  {
    text: 'XAU/USD Buy Zone: 2645.5 – 2650.5 | Stop Loss: 2640 | Take Profit Levels: TP1: 2655 TP2: 2662.5',
    reads: 'XAUUSD buy limit 2645.50-2650.50 sl 2640.00 tp 2655.00@50 2662.50@50',
    unread: ['Take Profit Levels'],
  },
  {
    text: 'buy 2 lots EURUSD 1.0850 sl 1.0820 tp 1.0900',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
    unread: ['2 lots'],
  },
  {
    text: 'XAUUSD BUY NOW @ 2650.50 - 2648\n\nTP1 : 2653\nTP2 : 2656\nTP3 : open\nSL : 2644',
    reads: 'XAUUSD buy market 2648.00-2650.50 sl 2644.00 tp 2653.00@50 2656.00@50',
    unread: ['TP3', 'open'],
    asks: ['targets_unclear:targets'],
  },
  {
    text: '📊 GBPJPY M15\n🟢 BUY 191.250\n🔴 STOP LOSS: 190.850 (-40 pips)\n🎯 TARGET 1: 191.650 (+40 pips)\n🎯 TARGET 2: 192.050 (+80 pips)\nRR: 1:2',
    reads: 'GBPJPY buy limit 191.250-191.250 sl 190.850 tp 191.650@50 192.050@50 M15',
  },
  {
    text: 'Order: Sell Stop\nSymbol: GBPUSD\nPrice: 1.2600\nStop loss: 1.2640\nTake profit 1: 1.2560\nTake profit 2: 1.2520\nExpiry: 24 hours',
    reads: 'GBPUSD sell stop 1.26000-1.26000 sl 1.26400 tp 1.25600@50 1.25200@50 24h',
  },
  {
    text: '#XAUUSD #SELL @2655\n#SL 2665\n#TP 2640',
    reads: 'XAUUSD sell limit 2655.00-2655.00 sl 2665.00 tp 2640.00@100',
  },
  {
    text: '✅EURUSD➡️BUY\n👉Entry 1.0850\n❌SL 1.0820\n🎯TP1 1.0880\n🎯TP2 1.0910\n🎯TP3 OPEN',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.08800@50 1.09100@50',
    unread: ['TP3 OPEN'],
    asks: ['targets_unclear:targets'],
  },
  {
    text: 'GOLD SELL NOW 2655-2658\n\nSL 2663\n\nTP 2650\nTP 2645\nTP OPEN',
    reads: 'XAUUSD sell market 2655.00-2658.00 sl 2663.00 tp 2650.00@50 2645.00@50',
    unread: ['TP OPEN'],
  },
  {
    text: 'buy limit eurusd 1.08500 sl:1.08200 tp:1.09000',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'Order #4512345 buy 0.10 EURUSD at 1.08500 sl: 1.08200 tp: 1.09000',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
    unread: ['4512345', '0.10'],
  },
  {
    text: 'EURUSD,BUY,1.08500,1.08200,1.09000',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl - tp -',
    unread: ['1.08200', '1.09000'],
    problems: ['missing_level:stop_loss', 'missing_level:targets'],
    asks: ['other_price:entry_low'],
  },
  {
    text: 'BUY EURUSD\nEP 1.0850\nSL 1.0820 (-30p)\nTP 1.0900 (+50p)',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
    unread: ['30p', '50p'],
  },
  {
    text: 'USDJPY SELL ENTRY 150.20 STOPLOSS 150.80 TAKEPROFIT 149.20',
    reads: 'USDJPY sell limit 150.200-150.200 sl 150.800 tp 149.200@100',
  },
  {
    text: 'Long EUR/USD entre 1,0840 et 1,0850, stop sous 1,0820, objectif 1,0910',
    reads: 'EURUSD buy limit 1.08400-1.08500 sl 1.08200 tp 1.09100@100',
  },
  {
    text: 'Vente à découvert GBPUSD 1.2650, stop 1.2690, objectif 1.2570',
    reads: 'GBPUSD sell limit 1.26500-1.26500 sl 1.26900 tp 1.25700@100',
  },
  {
    text: 'J’achète EURUSD à 1.0850, SL 1.0820, TP 1.0900',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'BUY EURUSD breakout above 1.0900, SL 1.0870, TP 1.0960',
    reads: 'EURUSD buy stop 1.09000-1.09000 sl 1.08700 tp 1.09600@100',
  },
  {
    text: 'Ruptura alcista EURUSD por encima de 1,0900: compra, stop 1,0870, objetivo 1,0960',
    reads: 'EURUSD buy stop 1.09000-1.09000 sl 1.08700 tp 1.09600@100',
    unread: ['Ruptura alcista', 'por encima de'],
    asks: ['words_between:entry_low'],
  },
  {
    text: 'Rottura EURUSD sopra 1,0900 acquisto, stop 1,0870, obiettivo 1,0960',
    reads: 'EURUSD buy stop 1.09000-1.09000 sl 1.08700 tp 1.09600@100',
    unread: ['Rottura'],
  },
  {
    text: 'Cassure de 1,0900 sur EURUSD : achat, stop 1,0870, objectif 1,0960',
    reads: 'EURUSD buy stop 1.09000-1.09000 sl 1.08700 tp 1.09600@100',
  },
  {
    text: 'BTCUSDT LONG 📈 Entry: 97000 – 97500 → 🎯 99000 → 101500 🛑 95800',
    reads: 'BTCUSD buy limit 97000.00-97500.00 sl 95800.00 tp 99000.00@50 101500.00@50',
  },
  {
    text: 'BTC/USD\nLong ⬆️\nLeverage: 10x\nEntry: 97,000.00\nTP1: 98,500.00\nTP2: 99,900.00\nSL: 95,800.00',
    reads: 'BTCUSD buy limit 97000.00-97000.00 sl 95800.00 tp 98500.00@50 99900.00@50',
    unread: ['Leverage', '10x'],
  },
  {
    text: 'SELL GBPJPY 191.20/40 SL 191.90 TP 190.20/189.20',
    reads: 'GBPJPY sell limit 191.200-191.400 sl 191.900 tp 190.200@50 189.200@50',
  },
  {
    text: 'EURUSD Buy@1.0850 Sl@1.0820 Tp@1.0900',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'EURUSD | BUY | 1.0850 | SL 1.0820 | TP 1.0900',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'Signal ID: 1234\nPair: EURUSD\nAction: BUY\nEntry: 1.0850\nStop: 1.0820\nTarget: 1.0900\nConfidence: 80%',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
    unread: ['1234', 'Confidence', '80%'],
  },
  {
    text: 'EURUSD buy 1.0850 sl 30pips tp1 30pips tp2 60pips',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.08800@50 1.09100@50',
  },
  {
    text: 'XAUUSD Buy 2650 SL 50 pips TP 100 pips',
    reads: 'XAUUSD buy limit 2650.00-2650.00 sl 2645.00 tp 2660.00@100',
    asks: ['computed:stop_loss', 'computed:targets'],
  },
  {
    text: 'BUY EURUSD 1.0850 SL 1.0820 TP1 1.0900 TP2 1.0950\n\nSELL GBPUSD 1.2650 SL 1.2690 TP 1.2570',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@50 1.09500@50',
    unread: ['SELL', '1.2650 SL 1.2690 TP 1.2570'],
    asks: ['several_instruments:symbol', 'several_signals:symbol'],
  },
  {
    text: 'GBPUSD SELL 1.2650 SL 1.2690 TP 1.2570\n---\nEURUSD BUY 1.0850 SL 1.0820 TP 1.0900',
    reads: 'GBPUSD sell limit 1.26500-1.26500 sl 1.26900 tp 1.25700@100',
    unread: ['BUY 1.0850 SL 1.0820 TP 1.0900'],
    asks: ['several_instruments:symbol', 'several_signals:symbol'],
  },
  {
    text: 'Oro: compra ahora, SL 2640, TP1 2665, TP2 2680',
    reads: 'XAUUSD buy market - sl 2640.00 tp 2665.00@50 2680.00@50',
    problems: ['missing_level:entry_low'],
  },
  {
    text: 'Compro oro 2650 stop loss 2640 take profit 2670',
    reads: 'XAUUSD buy limit 2650.00-2650.00 sl 2640.00 tp 2670.00@100',
  },
  {
    text: 'Vendo DAX 18.250,5 stop 18.320 target 18.100',
    reads: 'GER40 sell limit 18250.5-18250.5 sl 18320.0 tp 18100.0@100',
  },
  {
    text: 'SELL DAX 18250 SL 18320 TP1 18200 (1R) TP2 18100 (2R)',
    reads: 'GER40 sell limit 18250.0-18250.0 sl 18320.0 tp 18200.0@50 18100.0@50',
    unread: ['1R', '2R'],
  },
  {
    text: 'BUY STOP XAUUSD 2670 SL 2660 TP 2690 GTC',
    reads: 'XAUUSD buy stop 2670.00-2670.00 sl 2660.00 tp 2690.00@100',
  },
  {
    text: 'Achat GOLD marché SL 2640 TP1 2665 TP2 2680 🙏 money management 1 %',
    reads: 'XAUUSD buy market - sl 2640.00 tp 2665.00@50 2680.00@50',
    unread: ['money management 1 %'],
    problems: ['missing_level:entry_low'],
  },
  {
    text: 'EURUSD 🔼 1.0850 🎯 1.0900 ⛔ 1.0820',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'ETHUSD buy 3150 tp 3250, 3300, 3400 sl 3080',
    reads: 'ETHUSD buy limit 3150.00-3150.00 sl 3080.00 tp 3250.00@34 3300.00@33 3400.00@33',
  },
  {
    text: 'TP1: 1.0900\nTP2: 1.0950\nSL: 1.0820\nBUY EURUSD NOW 1.0850',
    reads: 'EURUSD buy market 1.08500-1.08500 sl 1.08200 tp 1.09000@50 1.09500@50',
  },
  {
    text: 'EURUSD - Buy Limit - Entry 1.0850 - Stop 1.0820 - TP1 1.0880 - TP2 1.0910',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.08800@50 1.09100@50',
  },
  {
    text: 'NAS100 BUY 20150.5 | SL 20080 | TP1 20220 | TP2 20300 | TP3 20400',
    reads: 'NAS100 buy limit 20150.5-20150.5 sl 20080.0 tp 20220.0@34 20300.0@33 20400.0@33',
  },
  {
    text: 'Acheter EUR/USD si > 1,0900 ; SL 1,0870 ; TP 1,0960',
    reads: 'EURUSD buy stop 1.09000-1.09000 sl 1.08700 tp 1.09600@100',
  },
  {
    text: 'sell eurusd 1.0850 stop 1.0880 tp 1.0800 risk 0.5%',
    reads: 'EURUSD sell stop 1.08500-1.08500 sl 1.08800 tp 1.08000@100 risk 0.5',
  },
  {
    text: '(EURUSD) BUY [1.0850] SL [1.0820] TP [1.0900]',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'EURUSD BUY 1.0850 SL1.0820 TP1.0900',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.09000@100',
  },
  {
    text: 'XAUUSD sell 2 655,50 SL 2 665,00 TP 2 640,00',
    reads: 'XAUUSD sell limit 2655.50-2655.50 sl 2665.00 tp 2640.00@100',
  },
  {
    text: 'EURUSD BUY 1.0850 stop loss 1.0820 BE after TP1, TP1 1.0880 TP2 1.0920',
    reads: 'EURUSD buy limit 1.08500-1.08500 sl 1.08200 tp 1.08800@50 1.09200@50',
  },
  {
    text: 'GER40 SHORT 18’250 SL 18’320 TP 18’100',
    reads: 'GER40 sell limit 18250.0-18250.0 sl 18320.0 tp 18100.0@100',
  },
  {
    text: 'Bonjour à tous, on se retrouve ce soir pour le live !',
    reads: '- - - - sl - tp -',
    unread: ['Bonjour', 'tous', 'se retrouve ce soir'],
    problems: [
      'unknown_instrument',
      'invalid_direction',
      'missing_level:entry_low',
      'missing_level:stop_loss',
      'missing_level:targets',
    ],
  },
]

function read(text: string) {
  return parseSignalText(text, { instruments: INSTRUMENTS, quote: (symbol) => QUOTES[symbol] })
}

function ticket({ draft }: ReturnType<typeof read>): string {
  const zone = draft.entry_low ? `${draft.entry_low}-${draft.entry_high}` : '-'
  const targets = draft.targets?.map((target) => `${target.price}@${target.share}`).join(' ')
  const extras = [
    draft.risk_percent && `risk ${draft.risk_percent}`,
    draft.timeframe,
    draft.style,
    draft.validity_minutes &&
      (draft.validity_minutes % 60 === 0
        ? `${draft.validity_minutes / 60}h`
        : `${draft.validity_minutes}min`),
  ].filter(Boolean)
  return [
    `${draft.symbol ?? '-'} ${draft.direction ?? '-'} ${draft.order_type ?? '-'} ${zone}`,
    `sl ${draft.stop_loss ?? '-'} tp ${targets ?? '-'}`,
    ...extras,
  ].join(' ')
}

describe('parseSignalText', () => {
  it.each(rows)('reads $text', ({ text, reads, unread, problems, asks }) => {
    const result = read(text)
    expect(ticket(result)).toBe(reads)
    expect(result.unread.map((span) => span.text)).toEqual(unread ?? [])
    const keys = result.problems.map(({ key, field }) => (key === 'missing_level' ? `${key}:${field}` : key))
    expect(keys).toEqual(problems ?? [])
    expect(result.doubts.map(({ key, field }) => `${key}:${field}`)).toEqual(asks ?? [])
  })

  it('gives spans that match the pasted text', () => {
    const text = 'hello BUY EURUSD 1.0850 SL 1.0820 TP 1.0900 world 🎉 wide'
    for (const span of read(text).unread) expect(text.slice(span.start, span.end)).toBe(span.text)
    expect(read(text).unread.map((span) => span.text)).toEqual(['hello', 'world', 'wide'])
  })

  it('never throws and never reads a price that is not in the text', () => {
    const pieces = fc.constantFrom(
      ...'BUY|SELL|EURUSD|GOLD|SL|TP1|TP|@|1.0850|1,0850|60|-|/|\n|50%|30 pips|2 650|97.5k|🔥|entrée|à|zone|stop|limit|1.0850-60|4h|valid|risk|.|,|(|)|1️⃣|\u0000|\uD800|ﷺ|é'.split(
        '|',
      ),
    )
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(' ')),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 300 }),
    )
    fc.assert(
      fc.property(text, (pasted) => {
        const { draft, unread } = read(pasted)
        for (const value of [draft.entry_low, draft.entry_high, draft.stop_loss]) {
          if (value !== undefined) expect(value).toMatch(/^\d+(\.\d+)?$/)
        }
        for (const span of unread) expect(pasted.slice(span.start, span.end)).toBe(span.text)
      }),
      { numRuns: 1000 },
    )
  })

  it('reports several signals, and reads the first as if it were alone', () => {
    const signal = fc.record({
      symbol: fc.constantFrom('EURUSD', 'GBPUSD'),
      side: fc.constantFrom('BUY', 'VENTE', 'compra', 'Vendita', 'LONG'),
      at: fc.integer({ min: 10_500, max: 10_900 }),
    })
    const written = ({ symbol, side, at }: { symbol: string; side: string; at: number }) => {
      const towards = /vent|vend/i.test(side) ? -1 : 1
      const price = (offset: number) => ((at + towards * offset) / 10_000).toFixed(4)
      return `${side} ${symbol} ${price(0)} SL ${price(-40)} TP1 ${price(50)} TP2 ${price(90)}`
    }
    fc.assert(
      fc.property(signal, signal, fc.constantFrom('\n', '\n\n', '\n---\n', ' '), (first, second, gap) => {
        const both = read(written(first) + gap + written(second))
        expect(both.doubts.map(({ key }) => key)).toContain('several_signals')
        expect(both.draft).toEqual(read(written(first)).draft)
        expect(read(written(first))).toMatchObject({ problems: [], doubts: [] })
      }),
    )
  })

  it('invents no number: every price is in the text or combined from two that are', () => {
    const pieces = fc.constantFrom(
      ...'BUY|SELL|EURUSD|GOLD|SL|TP1|TP|@|1.0850|1,0850|1.0820|60|2655|-|/|\n|50%|2 650|🔥|🎯|🛑|entrée|à|zone|stop|limit|1.0850-60|,|(|)|1️⃣'.split(
        '|',
      ),
    )
    const figures = (text: string) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '')
    let met = 0
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join(' ')
        // Without a quote and without pips, nothing may be computed.
        const { draft } = parseSignalText(text, { instruments: INSTRUMENTS })
        const written = [...(text.match(/\d[\d.,]*/g) ?? []), ...(text.match(/\d{1,3} \d{3}/g) ?? [])].map(
          (one) => one.replace(/\D/g, ''),
        )
        // "1.0850-60": the beginning of one number and the whole of another.
        const heads = written.flatMap((one) =>
          Array.from({ length: one.length }, (_, cut) => one.slice(0, cut + 1)),
        )
        const known = new Set(
          [...written, ...heads.flatMap((head) => written.map((end) => head + end))].map(figures),
        )
        const prices = [
          draft.entry_low,
          draft.entry_high,
          draft.stop_loss,
          ...(draft.targets ?? []).map((target) => target.price),
        ]
        for (const price of prices) {
          if (price === undefined) continue
          met += 1
          expect(known).toContain(figures(price))
        }
      }),
      { numRuns: 1500 },
    )
    expect(met).toBeGreaterThan(500)
  })

  it('reads the same for any spaces at line ends and between words', () => {
    const blank = fc.constantFrom(' ', '  ', '\t', ' \t ')
    fc.assert(
      fc.property(
        fc.constantFrom(...rows),
        blank,
        fc.constantFrom('\n', '\r\n', ' \n', '\n  '),
        ({ text }, gap, line) => {
          const spread = text
            .split('\n')
            .map((one) => one.replace(/(?<![\d]) (?![\d])/g, gap))
            .join(line)
          expect(read(` ${spread} `).draft).toEqual(read(text).draft)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('reads back any levels written by a composer, in every language', () => {
    const forms = [
      (v: string[]) => `BUY ${v[0]} ${v[1]} - ${v[2]} SL ${v[3]} TP1 ${v[4]} TP2 ${v[5]}`,
      (v: string[]) =>
        `${v[0]} achat\nentrée : ${v[1]} à ${v[2]}\nSL : ${v[3]}\nobjectif 1 : ${v[4]}\nobjectif 2 : ${v[5]}`,
      (v: string[]) => `Compra ${v[0]} zona ${v[1]} a ${v[2]}, stop ${v[3]}, objetivos ${v[4]} / ${v[5]}`,
      (v: string[]) =>
        `Acquisto ${v[0]}, ingresso ${v[1]}-${v[2]}; stop loss ${v[3]}; obiettivi ${v[4]}, ${v[5]}`,
    ]
    fc.assert(
      fc.property(
        fc.constantFrom('EURUSD', 'USDJPY', 'XAUUSD', 'GER40'),
        fc.integer({ min: 2000, max: 9000 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 4, maxLength: 4 }),
        fc.constantFrom(...forms),
        fc.boolean(),
        (symbol, base, steps, form, comma) => {
          const market = instrument(symbol)
          // With four digits before the last two, thousands and decimals are unambiguous in every notation.
          const scale = new Decimal(10).pow(-market.digits)
          const start = new Decimal(base).times(symbol === 'GER40' ? 10 : 100)
          const offsets = [0]
          for (const step of steps) offsets.push(offsets.at(-1)! + step)
          const [stop, low, high, first, second] = offsets.map((offset) =>
            formatPrice(market, start.plus(offset).times(scale)),
          ) as [string, string, string, string, string]
          const shown = [low, high, stop, first, second].map((text) =>
            comma ? text.replace('.', ',') : text,
          )
          const { draft } = parseSignalText(form([symbol, ...shown]), { instruments: INSTRUMENTS })
          expect(draft).toMatchObject({
            symbol,
            direction: 'buy',
            entry_low: low,
            entry_high: high,
            stop_loss: stop,
          })
          expect(draft.targets?.map((target) => target.price)).toEqual([first, second])
        },
      ),
      { numRuns: 400 },
    )
  })
})
