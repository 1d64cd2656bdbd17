package value

import (
	"slices"
	"strings"
)

// Built-in lists of words. No word has a digit, a space, a dot, a dash, an
// underscore or an @, so that patterns can part them by any of these.
var builtIn = map[string][]string{
	"first": strings.Fields(`ada aisha alan amara amir ana anders anika anton aria arjun astrid aya bao beatriz ben bianca
		bruno camila carlos chen chiara clara daniel daria david diego dina elena elias elif emil emma enzo erik esra
		eva fatima felix finn freya gabriel giulia grace hana hassan helen henrik hugo ida ilse imani ines ingrid irena
		isaac ivan jack jana javier jin joana jonas julia kai karim katya kenji kira lars laura leila leo lena lina liam
		lucas lucia luna maja malik mara marco maria mateo maya mei mia milan mina mira nadia naomi nils nina noah nora
		olga oscar paolo petra pia priya quinn rafael ravi rosa ruth sam sara selma sofia sven tara theo tomas uma vera
		victor viola wanda wei yara yusuf zara zoe`),
	"last": strings.Fields(`abbott adler ahmed almeida andersen aoki baker bauer becker bell berg bianchi blake bloom
		bos brandt carter castro chen choi clarke cohen costa cruz dahl das diaz dubois eklund evans farah ferrari
		fischer flores fontaine fox garcia gomez gray grant greco gupta haas hall hansen hart hayashi hoffman holm
		hughes ibrahim ito ivanova jansen jensen joshi kang kaplan keller khan kim klein kovacs kowalski lang larsen
		lee lehmann lima lindgren lopez lund maier marino martin mehta mendes meyer moreau mori morgan murphy nagy
		nakamura nguyen nilsson novak okafor olsen ortiz osei pace park patel pereira petrov price quiroga rao reyes
		ricci rivera rossi roth ryan sato schmidt schulz shah silva singh sousa stone suzuki takeda tanaka torres turner
		vargas varga virtanen vogel wagner walker wang weber west wolf wood yamada yilmaz young zhang zimmer`),
	"adjective": strings.Fields(`amber ancient arctic autumn bare blue bold brave bright brisk broad bronze calm central
		clear clever coastal copper cosmic crimson curious daily deep distant eager early eastern electric elegant even
		fair fast fine first fresh frozen gentle giant glad global golden grand green happy hidden high hollow honest
		humble iron ivory keen kind late lazy light little lively local lone lucky lunar mellow midnight mighty misty
		modern narrow native neat noble northern open outer pale patient plain polar proud pure quick quiet rapid rare
		red rising rough round royal rustic scarlet secret sharp silent silver simple slow small smooth soft solar
		solid southern spare steady still sunny swift tall tidy tiny true upper urban vivid warm western wide wild
		wise young`),
	"noun": strings.Fields(`anchor apple arrow badger bakery barn beacon bear bell birch bird boat bridge brook cabin
		camera candle canyon castle cedar cloud clover coast comet compass coral corner crane creek crow desert dragon
		dune eagle ember falcon farm feather fern field finch fire forest fox garden gate glacier grove harbor hawk
		heron hill horizon island jungle kettle kitchen lake lantern leaf library lighthouse lion lynx maple market
		meadow mill mirror moon moss mountain museum oak ocean orchard otter owl palace panda path pearl pebble pepper
		piano pine planet pond puzzle quarry rabbit raven reef ridge river road robin rocket sail salmon shadow shore
		signal sky sparrow spring star station stone storm stream studio summit sun swan temple thunder tiger tower
		town trail train tree tunnel valley village violin wagon wave whale willow wind window wolf workshop`),
	"verb": strings.Fields(`arrange bake balance blend brew build carve check choose clean climb compare cook cut
		decorate design draw explore film find fix fold frame grow improve knit learn lift make measure mend mix open
		organise pack paint plan plant play polish prepare press record repair restore roast sew share shoot sketch
		smooth solve start stitch store taste teach test train tune turn understand upgrade wash weave write`),
	"thing": strings.Fields(`bag basket bench bike board book bottle bowl box brush cake chair clock coat cup desk door
		drone drum engine fan flute frame glove grill guitar hat jacket jar kite knife ladder lamp lens loaf map mask
		mug needle notebook oven pan pen phone plate pot radio ring rope rug saddle scarf screen shelf shirt shoe sofa
		spoon stove table tent tile tool toy tray vase wallet watch wheel`),
	"topic": strings.Fields(`acoustics animation archery architecture astronomy athletics baking ballet baseball biology
		boxing camping carpentry ceramics chemistry chess cinema climbing comedy composting cooking cricket cycling
		dance design drawing economics editing electronics esports fashion fencing fermentation film fishing fitness
		football foraging gardening geography geology golf grammar hiking history hockey interviews jazz journalism
		judo karate knitting languages lighting logic magic makeup maths meditation metalwork motorsport mountaineering
		music mythology navigation nutrition opera optics origami painting philosophy photography physics pilates poetry
		politics pottery printing programming psychology quilting reading robotics rowing rugby sailing science
		sculpture sewing singing skating skiing speedrunning statistics storytelling strategy surfing swimming tennis
		theatre travel typography upcycling volleyball weather weaving welding wildlife woodwork wrestling writing yoga`),
	"city": strings.Fields(`accra amman antwerp athens auckland baku bergen bern bologna bristol busan cairo calgary
		cardiff cork cusco dakar delft dublin durban florence geneva ghent graz hamburg hanoi havana helsinki jaipur
		kyoto lagos leeds leipzig lima lisbon lyon malaga manila medellin milan montreal mumbai nairobi naples odense
		osaka oslo porto prague quito riga rome seville split tampere tbilisi toronto turin utrecht valencia vienna
		vilnius warsaw zagreb zurich`),
	"mail": {"example.com", "example.net", "example.org"},
}

// list gives the words of that name, the file's own before the built-in ones.
func list(name string, own map[string][]string) []string {
	if words := own[name]; len(words) > 0 {
		return words
	}
	return builtIn[name]
}

func listNames(own map[string][]string) []string {
	names := []string{"n", "#"}
	for name := range builtIn {
		names = append(names, name)
	}
	for name := range own {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
