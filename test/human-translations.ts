/** Three scenes as a person with the notes at hand translates them, a line each, \n for a line break: bench/quality must find nothing wrong in them. */
export const HUMAN_TRANSLATIONS: Readonly<Record<string, string>> = {
  'The lighthouse': String.raw`Vera, estás a dormir?
Já não. Foi o vento que me acordou.
Estou toda molhada. A janela das escadas abriu-se.
Senta-te ao pé do fogão. Estás a tremer.
E o Liova?
Debaixo da cama. É mais esperto do que nós.
Estou cansada de ter medo, Vera.
Não estás cansada, estás é esfomeada.
Minha pequena Libélula.
Não me chames isso.\nJá tenho vinte e seis anos.
O farol tem cento e quarenta e dois anos.
E também resmunga de noite.
É preciso subir à sala da lanterna.
Agora? Com este tempo?
Se a luz se apagar,
os navios que vêm do norte
vão direitos às rochas.
Estão a bater. Ouves?
É a porta. É o vento.
O vento não bate três vezes.
Quem é?
Abram, por favor! O meu nome é Gromov.
Sou engenheiro. Fui enviado pelo porto.
Entre. Está encharcado até aos ossos.
Desculpe vir tão tarde.
O barco virou-se junto ao cais.
Veio sozinho?
Não vinha só. Trazia comigo três caixas de lâmpadas.
E agora só resta uma lâmpada.
Lida, dá-lhe um cobertor.
A senhora é a dona do farol?
A faroleira. Há nove anos.
E eu a pensar que eram dez.
Senhor engenheiro, sabe consertar\nmecanismos antigos?
Nunca vi outros.
Então vamos à sala da lanterna.
Cento e noventa e oito degraus.
A senhora está a brincar.
Ela nunca brinca.
O que foi isto? Uma ratazana?
É o Liova. É um gato. Quase.
Cuidado, aqui não há corrimão.
Tenho medo das alturas. Não lhe disse.
O senhor é um homem corajoso, Gromov.
Ou muito parvo.
Cá está ela, a nossa lente.
Trouxeram-na de Paris em 1882.
Pesa mais
do que a casa toda connosco lá dentro.
O mecanismo encravou. Estou a ver.
Preciso de uma chave de 17.
Lida! Traz as chaves!
Já cá estou. Adivinhei sozinha.
És tão esperta, Libélula.
Porque é que lhe chama Libélula?
Em pequena, zumbia\nno rádio em vez do indicativo.
Está a girar. Veja, está a girar!
Parabéns. A senhora salvou o farol.
Não. Foi o senhor que o salvou.
Ouvem? Vem aí qualquer coisa a zumbir.
O porto mandou o helicóptero.
Sabe como é que se chama?
Nem me diga.
«Libélula».
Pronto. Agora somos duas.
Liova, anda cá. Já passou.`,
  'The night shift': String.raw`Schura, wo bist du?
Im roten Zimmer. Wo denn sonst.
Die dritte Nacht hintereinander.
Du musst schlafen, hörst du?
Ich bin Ärztin, Schanna. Ärzte schlafen nicht.
Sie blinzeln nur länger als üblich.
Sie haben einen Neuen gebracht. Er heißt Belski.
Er klagt über Schluckauf.
Worüber?
Über Schluckauf. Seit 11 Tagen schon.
Er ist Dirigent.
Und gestern, mitten im Konzert,
als das ganze Orchester schwieg,
hickste er durch den ganzen Saal.
Der Arme.
Die Kritiker dachten, das gehört so.
Bring ihn her.
Guten Abend. Setzen Sie sich.
Sind Sie die Ärztin? Ich dachte, es kommt ein Mann.
Das hatte ich auch gehofft.
Verzeihung, ich wollte Sie nicht kränken.
Wann hat das bei Ihnen angefangen?
Am zweiten März um 19.40 Uhr.
Da sind Sie sehr genau.
Ich zähle seit vierzig Jahren Takte.
Schanna, Blutdruck!
Hundertdreißig zu fünfundachtzig.
Damit könnte man ins All fliegen.
Haben Sie versucht, die Luft anzuhalten?
Ja. Zwei Minuten lang.
Und?
Ich bin ohnmächtig geworden und habe gehickst.
Und sind Sie verheiratet?
Hilft das?
Meine Frau hat Angst, mich zu erschrecken.
Sie ist ein guter Mensch. Sie ist Lehrerin.
Schanna, erinnerst du dich\nan Professorin Muchina?
Natürlich. Sie war meine Lieblingsdozentin.
Sie sagte: Wenn ein Patient hickst,
dann hat er etwas nicht gesagt,
was er schon sehr lange sagen wollte.
Meinen Sie das ernst?
So ernst wie ein Röntgenbild.
Sagen Sie es laut. Hier.
Im roten Zimmer sagen alle die Wahrheit.
Na gut. Ich hasse Wagner.
Leise!
Seit vierzig Jahren dirigiere ich ihn\nund hasse ihn.
Und? Haben Sie noch Schluckauf?
Nein… Er ist weg.
Schura, du bist ein Genie.
Ich war bloß eine gute Schülerin.
Frau Doktor, ich stehe in Ihrer Schuld.
Sie schulden mir gar nichts.
Warten Sie. Ich habe ein Geschenk für Sie.
Im Auto. Es bellt.
Ein Hund? Belski, das ist ein Krankenhaus.
Sie ist vier Monate alt.
Und wie heißt sie?
Schluckauf.
Schanna, lach nicht.
Ich lache nicht. Ich weine.
Schluckauf, komm her. Zu mir.
Jetzt hast auch du eine Aufgabe, meine Liebe.`,
  'The bridge': String.raw`Wren? Bist du da oben?
Ich bin immer hier oben, Odell.
Komm runter. Es ist nach Mitternacht.
Erst wenn Feld neun fertig ist.
Das hast du gestern auch gesagt.
Gestern stimmte es ja auch.
Am Tor steht eine Inspektorin. Eine Frau Castellane.
Um Mitternacht?
Sie sagt, Brücken schlafen nicht.
Guten Abend. Dann sind Sie die Schweißerin.
Eine von zwölf. Die Letzte, die noch wach ist.
Und Sie sind der Fahrer von diesem Kran?
Odell. Seit zwanzig Jahren auf diesem Sitz.
Ich muss mir Feld neun ansehen.
Jetzt? Da brauchen Sie einen Helm.
Ich habe einen. Früher war ich Ingenieurin.
Dann wissen Sie, was eine kalte Naht ist.
Ich weiß, was sie kostet.
1987 ist eine Brücke eingestürzt, zwei Tage
nachdem der Bürgermeister darübergegangen war,
mit einer Blaskapelle.
Niemand kam um. Es war ein Sonntag.
Die Trompete hat man im April gefunden.
Vorsicht, die Leiter ist nass.
Wie viele Bolzen hat so ein Feld?
Zweitausenddreihundertvier.
Haben Sie die gezählt?
Ich habe sie eingesetzt.
Wren, wer ist das da auf dem Kran?
Niemand. Das ist ein Vogel.
Das ist ein Kranich.
Ein Kranich auf einem Kran.
Die ziehen jeden März hier durch.
Dann liest sogar die Natur die Pläne.
Lächeln Sie etwa, Frau Inspektorin?
Das ist der Wind.
Hier. Diese Naht. Von wem ist die?
Von mir. Aus dem Januar. Bei minus vierzehn Grad.
Waren Sie allein?
Mit einer Kollegin. Sie liegt jetzt im Krankenhaus.
Diese Naht ist kalt.
Nein.
Es tut mir leid. Sehen Sie selbst.
Odell, gib mir die Lampe.
Du bist ja ganz blass, Wren.
Sie hat recht.
Ich war die Beste meines Jahrgangs,
und ich war so müde,
dass ich meinen Händen vertraut habe.
Wie lange dauert es, das neu zu machen?
Fünf Stunden, wenn es nicht regnet.
Um neun ist die Eröffnung.
Sie könnten einfach schreiben, dass alles gut ist.
Könnte ich. Und Sie hätten einfach\nnach Hause gehen können.
Odell, kannst du die Platte anheben?
Nicht mit dem Kran. Da sitzt ein Kranich drauf.
Der fliegt weg, wenn der Motor anspringt.
Dann weck ihn sanft, mein Freund.
Frau Castellane, Sie müssen nicht bleiben.
Mein Vater war Schweißer, ich bin die Tochter. Ich halte das Licht.
Sechs Minuten vor neun. Fertig.
Unterschreiben Sie jetzt?
Feld neun. In Ordnung. Castellane.
Schau. Er sitzt wieder auf dem Kran.
Er wollte sehen, wie du fertig wirst, Wren.`,
};
