import Outlets
import Testing

@Suite("A model that is asked for from outside")
struct DeviceControlTests {
    private let control = DeviceControl(models: ["wand.safetensors", "left.safetensors"])

    @Test("is named with or without the end of its file, and had once")
    func named() {
        #expect(control.models == ["wand", "left"])
        for name in ["left", "left.safetensors"] {
            #expect(control.obey(.model(name)))
            #expect(control.isModelWanted(beside: 0) && !control.isModelWanted(beside: 1))
            #expect(control.takeModel() == 1)
            #expect(control.takeModel() == nil && !control.isModelWanted(beside: 0))
        }
    }

    @Test("is the one that was asked for last")
    func last() {
        #expect(control.obey(.model("left")) && control.obey(.model("wand")))
        #expect(control.takeModel() == 0)
    }

    @Test("is refused if there is none of that name, or no other at all")
    func unknown() {
        #expect(!control.obey(.model("right")) && !control.obey(.model("")))
        #expect(!DeviceControl(models: ["wand"]).obey(.model("wand")))
        #expect(control.takeModel() == nil)
    }
}
