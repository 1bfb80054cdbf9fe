/** A person's translations of three scenes, by line number, made with the notes. \n is a line break. bench/quality must find no mistakes in them. */
export const HUMAN_TRANSLATIONS: Readonly<Record<string, string>> = {
  'The lighthouse': String.raw`1 Vera, estás a dormir?
3 Estou toda molhada. A janela das escadas abriu-se.
4 Senta-te ao pé do fogão. Estás a tremer.
5 E o Liova?
7 Estou cansada de ter medo, Vera.
8 Não estás cansada, estás é esfomeada.
9 Minha pequena Libélula.
11 O farol tem cento e quarenta e dois anos.
13 É preciso subir à sala da lanterna.
15 Se a luz se apagar,
16 os navios que vêm do norte
17 vão direitos às rochas.
22 Abram, por favor! O meu nome é Gromov.
23 Sou engenheiro. Fui enviado pelo porto.
24 Entre. Está encharcado até aos ossos.
25 Desculpe vir tão tarde.
27 Veio sozinho?
28 Não vinha só. Trazia comigo três caixas de lâmpadas.
29 E agora só resta uma lâmpada.
30 Lida, dá-lhe um cobertor.
31 A senhora é a dona do farol?
32 A faroleira. Há nove anos.
34 Senhor engenheiro, sabe consertar\nmecanismos antigos?
36 Então vamos à sala da lanterna.
37 Cento e noventa e oito degraus.
38 A senhora está a brincar.
40 O que foi isto? Uma ratazana?
41 É o Liova. É um gato. Quase.
43 Tenho medo das alturas. Não lhe disse.
44 O senhor é um homem corajoso, Gromov.
45 Ou muito parvo.
47 Trouxeram-na de Paris em 1882.
48 Pesa mais
49 do que a casa toda connosco lá dentro.
51 Preciso de uma chave de 17.
52 Lida! Traz as chaves!
53 Já cá estou. Adivinhei sozinha.
54 És tão esperta, Libélula.
55 Porque é que lhe chama Libélula?
58 Parabéns. A senhora salvou o farol.
59 Não. Foi o senhor que o salvou.
61 O porto mandou o helicóptero.
62 Sabe como é que se chama?
64 «Libélula».
65 Pronto. Agora somos duas.
66 Liova, anda cá. Já passou.`,
  'The night shift': String.raw`1 Schura, wo bist du?
2 Im roten Zimmer. Wo denn sonst.
4 Du musst schlafen, hörst du?
5 Ich bin Ärztin, Schanna. Ärzte schlafen nicht.
6 Sie blinzeln nur länger als üblich.
7 Sie haben einen Neuen gebracht. Er heißt Belski.
8 Er klagt über Schluckauf.
9 Worüber?
10 Über Schluckauf. Seit 11 Tagen schon.
11 Er ist Dirigent.
12 Und gestern, mitten im Konzert,
13 als das ganze Orchester schwieg,
14 hickste er durch den ganzen Saal.
17 Bring ihn her.
18 Guten Abend. Setzen Sie sich.
19 Sind Sie die Ärztin? Ich dachte, es kommt ein Mann.
21 Verzeihung, ich wollte Sie nicht kränken.
22 Wann hat das bei Ihnen angefangen?
23 Am zweiten März um 19.40 Uhr.
24 Da sind Sie sehr genau.
26 Schanna, Blutdruck!
27 Hundertdreißig zu fünfundachtzig.
28 Damit könnte man ins All fliegen.
29 Haben Sie versucht, die Luft anzuhalten?
30 Ja. Zwei Minuten lang.
31 Und?
32 Ich bin ohnmächtig geworden und habe gehickst.
33 Und sind Sie verheiratet?
35 Meine Frau hat Angst, mich zu erschrecken.
36 Sie ist ein guter Mensch. Sie ist Lehrerin.
37 Schanna, erinnerst du dich\nan Professorin Muchina?
38 Natürlich. Sie war meine Lieblingsdozentin.
39 Sie sagte: Wenn ein Patient hickst,
40 dann hat er etwas nicht gesagt,
41 was er schon sehr lange sagen wollte.
43 So ernst wie ein Röntgenbild.
44 Sagen Sie es laut. Hier.
45 Im roten Zimmer sagen alle die Wahrheit.
46 Na gut. Ich hasse Wagner.
49 Und? Haben Sie noch Schluckauf?
51 Schura, du bist ein Genie.
52 Ich war bloß eine gute Schülerin.
53 Frau Doktor, ich stehe in Ihrer Schuld.
54 Sie schulden mir gar nichts.
55 Warten Sie. Ich habe ein Geschenk für Sie.
57 Ein Hund? Belski, das ist ein Krankenhaus.
58 Sie ist vier Monate alt.
59 Und wie heißt sie?
60 Schluckauf.
61 Schanna, lach nicht.
62 Ich lache nicht. Ich weine.
63 Schluckauf, komm her. Zu mir.
64 Jetzt hast auch du eine Aufgabe, meine Liebe.`,
  'The bridge': String.raw`1 Wren? Bist du da oben?
2 Ich bin immer hier oben, Odell.
4 Erst wenn Feld neun fertig ist.
5 Das hast du gestern auch gesagt.
7 Am Tor steht eine Inspektorin. Eine Frau Castellane.
10 Guten Abend. Dann sind Sie die Schweißerin.
12 Und Sie sind der Fahrer von diesem Kran?
13 Odell. Seit zwanzig Jahren auf diesem Sitz.
14 Ich muss mir Feld neun ansehen.
15 Jetzt? Da brauchen Sie einen Helm.
16 Ich habe einen. Früher war ich Ingenieurin.
17 Dann wissen Sie, was eine kalte Naht ist.
18 Ich weiß, was sie kostet.
19 1987 ist eine Brücke eingestürzt, zwei Tage
20 nachdem der Bürgermeister darübergegangen war,
21 mit einer Blaskapelle.
23 Die Trompete hat man im April gefunden.
24 Vorsicht, die Leiter ist nass.
25 Wie viele Bolzen hat so ein Feld?
26 Zweitausenddreihundertvier.
27 Haben Sie die gezählt?
28 Ich habe sie eingesetzt.
29 Wren, wer ist das da auf dem Kran?
30 Niemand. Das ist ein Vogel.
31 Das ist ein Kranich.
32 Ein Kranich auf einem Kran.
33 Die ziehen jeden März hier durch.
34 Dann liest sogar die Natur die Pläne.
35 Lächeln Sie etwa, Frau Inspektorin?
37 Hier. Diese Naht. Von wem ist die?
38 Von mir. Aus dem Januar. Bei minus vierzehn Grad.
39 Waren Sie allein?
40 Mit einer Kollegin. Sie liegt jetzt im Krankenhaus.
41 Diese Naht ist kalt.
43 Es tut mir leid. Sehen Sie selbst.
44 Odell, gib mir die Lampe.
45 Du bist ja ganz blass, Wren.
47 Ich war die Beste meines Jahrgangs,
48 und ich war so müde,
49 dass ich meinen Händen vertraut habe.
50 Wie lange dauert es, das neu zu machen?
51 Fünf Stunden, wenn es nicht regnet.
52 Um neun ist die Eröffnung.
53 Sie könnten einfach schreiben, dass alles gut ist.
54 Könnte ich. Und Sie hätten einfach\nnach Hause gehen können.
55 Odell, kannst du die Platte anheben?
56 Nicht mit dem Kran. Da sitzt ein Kranich drauf.
58 Dann weck ihn sanft, mein Freund.
59 Frau Castellane, Sie müssen nicht bleiben.
60 Mein Vater war Schweißer, ich bin die Tochter. Ich halte das Licht.
61 Sechs Minuten vor neun. Fertig.
62 Unterschreiben Sie jetzt?
63 Feld neun. In Ordnung. Castellane.
64 Schau. Er sitzt wieder auf dem Kran.
65 Er wollte sehen, wie du fertig wirst, Wren.`,
};
